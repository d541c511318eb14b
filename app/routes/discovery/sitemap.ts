// /sitemap.xml
import { FIRST } from "~/domain/catalog/walk-products.server"
import type { Shop } from "~/domain/shop"
import { documentPolicy } from "~/http/documents/send-document.server"
import { cachedPage } from "~/http/doorways/page.server"
import { sitemapFile, sitemapParts } from "./sitemap-file.server"
import { element, sendXml } from "./xml"

/** An index of files if one cannot contain all addresses */
export const loader = cachedPage(documentPolicy, (ctx) =>
  sendXml(ctx, { name: "sitemap", type: "application/xml", chunks: () => sitemap(ctx.shop) }),
)

async function* sitemap(shop: Shop): AsyncGenerator<string> {
  // Counts products as of now, rather than of the first request.
  const parts = await sitemapParts({ ...shop, catalog: undefined })
  if (parts.length === 1) yield* sitemapFile(shop, FIRST)
  else yield sitemapIndex(parts, shop.identity.url)
}

function sitemapIndex(parts: readonly string[], origin: string): string {
  const entries = parts.map((after) => `<sitemap>${element("loc", `${origin}/sitemap/${after}`)}</sitemap>\n`)
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</sitemapindex>\n`
}
