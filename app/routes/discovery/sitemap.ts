// /sitemap.xml
import { FIRST, partsOfCatalog } from "~/domain/catalog/product-walk.server"
import { page } from "~/http/page.server"
import { PRODUCTS_PER_FILE, sitemapFile } from "./sitemap-file.server"
import { element, xmlDocument } from "./xml"

/** Every address, or, when one file cannot hold them, the files that do. */
export const loader = page(async ({ shop }) => {
  const parts = await partsOfCatalog(shop, PRODUCTS_PER_FILE)
  return parts.length === 1 ? sitemapFile(shop, FIRST) : xmlDocument("application/xml", files(parts, shop.identity.url))
})

async function* files(parts: readonly string[], origin: string): AsyncGenerator<string> {
  const entries = parts.map((after) => `<sitemap>${element("loc", `${origin}/sitemap/${after}`)}</sitemap>\n`)
  yield `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</sitemapindex>\n`
}
