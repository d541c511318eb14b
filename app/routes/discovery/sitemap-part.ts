// /sitemap/:id
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/page.server"
import { sitemapFile } from "./sitemap-file.server"

/** The products after one of them, as many as a file may name. */
export const loader = page(({ shop, id }) => {
  if (id === "") throw notFound("There is no such part of the sitemap")
  return sitemapFile(shop, id)
})
