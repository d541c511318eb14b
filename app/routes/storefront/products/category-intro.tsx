import type { CategoryView } from "~/domain/catalog/categories/view-category.server"
import { ProductPicture } from "~/ui/picture"
import { Prose } from "~/ui/prose"

/** The owner's text and picture above a category's products */
export function CategoryIntro({ category: { html, picture } }: { category: Pick<CategoryView, "html" | "picture"> }) {
  return (
    <section className="category-intro" aria-label="About this category">
      {html !== "" && <Prose html={html} />}
      {picture && <ProductPicture picture={picture} sizes="(min-width: 40rem) 18rem, 92vw" upTo={640} eager alt="" />}
    </section>
  )
}
