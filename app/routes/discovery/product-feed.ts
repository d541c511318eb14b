// /feed.xml
import type { Product } from "~/domain/catalog/product"
import { describeProducts } from "~/domain/catalog/product-rows.server"
import { walkProducts } from "~/domain/catalog/product-walk.server"
import { type CurrencyCode, centsToText } from "~/domain/format-money"
import { absolutePictureUrl } from "~/domain/media/picture"
import type { Cents } from "~/domain/money"
import type { Shop } from "~/domain/shop"
import { cutAtWord } from "~/domain/text/cut-at-word"
import { documentPolicy } from "~/http/documents/send-document.server"
import { cachedPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { element, escapeXml, sendXml } from "./xml"

/** https://support.google.com/merchants/answer/7052112 */
export const loader = cachedPage(documentPolicy, (ctx) =>
  sendXml(ctx, { name: "feed", type: "application/rss+xml", pieces: () => feed(ctx.shop) }),
)

async function* feed(shop: Shop): AsyncGenerator<string> {
  const { name, url } = shop.identity
  const { currency } = shop.settings.current.pricing
  yield `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${element("title", name)}${element("link", `${url}/`)}${element("description", `Everything that ${name} sells`)}
<atom:link href="${escapeXml(`${url}/feed.xml`)}" rel="self" type="application/rss+xml"/>\n`
  for await (const products of walkProducts(shop)) {
    yield (await describeProducts(shop, products)).map((product) => item(product, { origin: url, currency })).join("")
  }
  yield "</channel></rss>\n"
}

const LONGEST = { title: 150, description: 5_000 }
const MOST_PICTURES = 11

function item(product: Product, { origin, currency }: { origin: string; currency: CurrencyCode }): string {
  const [picture, ...others] = product.pictures.slice(0, MOST_PICTURES).map((one) => absolutePictureUrl(one, origin))
  const fields = [
    element("g:id", product.id),
    element("g:title", cutAtWord(product.name, LONGEST.title)),
    element("g:description", cutAtWord(product.desc, LONGEST.description)),
    element("g:link", origin + paths.product(product)),
    element("g:image_link", picture),
    ...others.map((url) => element("g:additional_image_link", url)),
    element("g:availability", product.stock > 0 ? "in_stock" : "out_of_stock"),
    element("g:price", amount(product.compareAtPrice ?? product.price, currency)),
    ...(product.compareAtPrice === null ? [] : [element("g:sale_price", amount(product.price, currency))]),
    element("g:condition", "new"),
    element("g:product_type", product.category),
    element("g:identifier_exists", "no"),
  ]
  return `<item>${fields.join("")}</item>\n`
}

function amount(cents: Cents, currency: CurrencyCode): string {
  return `${centsToText(cents)} ${currency}`
}
