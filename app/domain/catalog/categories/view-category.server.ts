import { type PictureView, viewPicture } from "~/domain/media/picture"
import { renderPage } from "~/domain/pages/view-page.server"
import type { Shop } from "~/domain/shop"

export interface CategoryView {
  html: string
  /** The first paragraph of the text */
  summary: string
  picture: PictureView | null
}

/** Returns `null` for a category without text and picture. */
export async function viewCategory(shop: Shop, name: string): Promise<CategoryView | null> {
  const category = shop.categories.current.find(name)
  if (!category || (category.body === "" && category.picture === null)) return null
  const { body, picture } = category
  const { html, summary } = await renderPage(shop, { title: name, body })
  return { html, summary, picture: picture && viewPicture(picture, "", shop.media.baseUrl) }
}
