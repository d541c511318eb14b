// /sitemap/:id
import { notFound } from "~/domain/shop-error"
import { documentPolicy } from "~/http/documents/send-document.server"
import { cachedPage } from "~/http/doorways/page.server"
import { sitemapFile, sitemapParts } from "./sitemap-file.server"
import { sendXml } from "./xml"

/** Any id within the range leads to the same file. */
export const loader = cachedPage(documentPolicy, async (ctx) => {
  const { shop, id } = ctx
  const after = (await sitemapParts(shop)).findLast((first) => first <= id)
  if (after === undefined) throw notFound("There is no such part of the sitemap")
  return sendXml(ctx, { name: `sitemap ${after}`, type: "application/xml", chunks: () => sitemapFile(shop, after) })
})
