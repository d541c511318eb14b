// /feed.xml
import { type Measure, type MeasureUnit, measureText, measureUnits } from "~/domain/catalog/measures/measure"
import type { Product } from "~/domain/catalog/product"
import { describeProducts } from "~/domain/catalog/product-rows.server"
import { attributesOf, type VariantAttribute } from "~/domain/catalog/variants/attributes"
import { lineTitle, type Variant } from "~/domain/catalog/variants/variant"
import { walkProducts } from "~/domain/catalog/walk-products.server"
import { absolutePictureUrl } from "~/domain/media/picture"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { methodsFor, type ShippedPlace, shippedPlaces } from "~/domain/shipping/shipped-places"
import type { Shop } from "~/domain/shop"
import { cutAtWord } from "~/domain/text/cut-at-word"
import { documentPolicy } from "~/http/documents/send-document.server"
import { cachedPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { element, escapeXml, sendXml } from "./xml"

/** https://support.google.com/merchants/answer/7052112; since July 2025 Google reads no `tax`, and prices outside of the US contain it. */
export const loader = cachedPage(documentPolicy, (ctx) =>
  sendXml(ctx, { name: "feed", type: "application/rss+xml", showsStock: true, chunks: () => feed(ctx.shop) }),
)

/** Characters; a product of a hundred variants may have more */
const CHUNK = 256 * 1024

async function* feed(shop: Shop): AsyncGenerator<string> {
  const { name, url } = shop.identity
  const { pricing } = shop.settings.current
  const place = { origin: url, currency: pricing.currency, shipped: shippedPlaces(pricing) }
  yield `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
${element("title", name)}${element("link", `${url}/`)}${element("description", `Everything that ${name} sells`)}
<atom:link href="${escapeXml(`${url}/feed.xml`)}" rel="self" type="application/rss+xml"/>\n`
  for await (const products of walkProducts(shop)) {
    let chunk = ""
    for (const product of await describeProducts(shop, products)) {
      chunk += product.variants.map((variant) => item(product, variant, place)).join("")
      if (chunk.length < CHUNK) continue
      yield chunk
      chunk = ""
    }
    if (chunk !== "") yield chunk
  }
  yield "</channel></rss>\n"
}

const LONGEST = { title: 150, description: 5_000 }
const MOST_PICTURES = 11
const MOST_SHIPPING = 100

interface Place {
  origin: string
  currency: string
  shipped: readonly ShippedPlace[]
}

/** Without options, a product is its single variant. */
function item(product: Product, variant: Variant, { origin, currency, shipped }: Place): string {
  const { name, desc, category, options, hasOptions, facts } = product
  const { id, title, values, price, compareAtPrice, stock, gtin, mpn } = variant
  const [picture, ...others] = picturesOf(product, variant).map((one) => absolutePictureUrl(one, origin))
  const fields = [
    element("g:id", id),
    ...(hasOptions ? [element("g:item_group_id", product.id)] : []),
    element("g:title", cutAtWord(lineTitle(name, title), LONGEST.title)),
    element("g:description", cutAtWord(desc, LONGEST.description)),
    element("g:link", origin + paths.product({ ...product, values })),
    element("g:image_link", picture),
    ...others.map((url) => element("g:additional_image_link", url)),
    element("g:availability", stock > 0 ? "in_stock" : "out_of_stock"),
    element("g:price", amount(compareAtPrice ?? price, currency)),
    ...(compareAtPrice === null ? [] : [element("g:sale_price", amount(price, currency))]),
    ...saleDates(variant),
    ...unitPricing(variant),
    element("g:condition", "new"),
    element("g:product_type", category),
    element("g:brand", facts.brand),
    ...attributesOf(options, values).map(attribute),
    element("g:gtin", gtin),
    element("g:mpn", mpn),
    ...shipped.flatMap((place) => shippingTo(place, variant, currency)).slice(0, MOST_SHIPPING),
    ...(gtin === null && mpn === null ? [element("g:identifier_exists", "no")] : []),
  ]
  return `<item>${fields.join("")}</item>\n`
}

/** https://support.google.com/merchants/answer/6324460 */
function saleDates({ isOnSale, saleFrom, saleUntil }: Variant): string[] {
  if (!isOnSale || !saleFrom || !saleUntil) return []
  return [element("g:sale_price_effective_date", `${feedTime(saleFrom)}/${feedTime(saleUntil)}`)]
}

const feedTime = (moment: Date) => `${moment.toISOString().slice(0, 19)}Z`

/** Google's names of units */
const googleUnits: Record<MeasureUnit, string> = {
  ...{ g: "g", kg: "kg", ml: "ml", cl: "cl", l: "l", cm: "cm", m: "m", m2: "sqm", m3: "cbm", piece: "ct" },
}

/** https://support.google.com/merchants/answer/6324455 and 6324490 */
function unitPricing({ measureAmount, measureUnit }: Measure): string[] {
  if (measureAmount === null || measureUnit === null) return []
  return [
    element("g:unit_pricing_measure", `${measureText(measureAmount)}${googleUnits[measureUnit]}`),
    element("g:unit_pricing_base_measure", `1${googleUnits[measureUnits[measureUnit].base]}`),
  ]
}

/** Every shipping method for one unit: https://support.google.com/merchants/answer/6324484 */
function shippingTo(place: ShippedPlace, { price, weightGrams }: Variant, currency: string): string[] {
  return methodsFor(place, { price, grams: weightGrams ?? 0 }).map(({ name, days, price }) => {
    const parts = [
      element("g:country", place.country),
      element("g:region", place.region),
      element("g:service", name),
      element("g:price", amount(price, currency)),
      ...(days ? [element("g:min_transit_time", String(days.from))] : []),
      ...(days ? [element("g:max_transit_time", String(days.to))] : []),
    ]
    return `<g:shipping>${parts.join("")}</g:shipping>`
  })
}

/** The variant's own picture first */
function picturesOf({ pictures }: Product, { picture }: Variant) {
  const shown = picture ? [picture, ...pictures.filter(({ id }) => id !== picture.id)] : pictures
  return shown.slice(0, MOST_PICTURES)
}

/** Google's attribute for other facts: https://support.google.com/merchants/answer/9218260 */
function attribute({ name, value, standard }: VariantAttribute): string {
  if (standard) return element(`g:${standard}`, value)
  const detail = element("g:attribute_name", name) + element("g:attribute_value", value)
  return `<g:product_detail>${detail}</g:product_detail>`
}

function amount(cents: Cents, currency: string): string {
  return `${centsToText(cents)} ${currency}`
}
