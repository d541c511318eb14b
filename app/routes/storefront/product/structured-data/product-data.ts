import { type Measure, type MeasureUnit, measureText, measureUnits } from "~/domain/catalog/measures/measure"
import type { Product } from "~/domain/catalog/product"
import { attributesOf } from "~/domain/catalog/variants/attributes"
import { lineTitle, type Variant, variantTitle } from "~/domain/catalog/variants/variant"
import { absolutePictureUrl } from "~/domain/media/picture"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { cutAtWord } from "~/domain/text/cut-at-word"
import { paths } from "~/paths"
import type { FactsData } from "./facts-data"
import { type Thing, thing } from "./structured-data"

interface Place {
  origin: string
  currency: string
  /** The terms of every offer, see `offer-terms.server.ts` */
  terms?: object
}

interface DescribedProduct
  extends Omit<Product, "createdAt" | "variants" | "facts" | keyof Measure>,
    SaleEnd,
    Measured {
  factsData: FactsData
  /** Only for a product with options */
  variants: readonly (Pick<Variant, "id" | "values" | "sku" | "gtin" | "mpn" | "price" | "stock" | "picture"> &
    SaleEnd &
    Measured)[]
}

interface SaleEnd {
  /** When today's price ends, if it is that of a sale with a last day */
  saleEndsAt?: string
}

/** Without contents if they are not known */
type Measured = Partial<Measure>

/**
 * https://developers.google.com/search/docs/appearance/structured-data/merchant-listing and, with options,
 * https://developers.google.com/search/docs/appearance/structured-data/product-variants
 */
export function productData(place: Place, product: DescribedProduct): Thing {
  const { id, name, desc, category, price, stock, saleEndsAt, rating, numReviews, pictures, hasOptions } = product
  const url = place.origin + paths.product(product)
  return thing(hasOptions ? "ProductGroup" : "Product", {
    name,
    description: cutAtWord(desc, LONGEST_DESCRIPTION),
    ...(hasOptions ? { productGroupID: id } : { sku: id }),
    category,
    ...product.factsData,
    url,
    ...(pictures.length > 0 && { image: pictures.map((picture) => absolutePictureUrl(picture, place.origin)) }),
    ...(hasOptions
      ? variantData(place, product)
      : { offers: offer(place, { ...measured(product), url, price, stock, saleEndsAt }) }),
    ...(numReviews > 0 && {
      aggregateRating: {
        "@type": "AggregateRating",
        ratingValue: Math.round(rating * 100) / 100,
        reviewCount: numReviews,
        bestRating: 5,
        worstRating: 0.5,
      },
    }),
  })
}

/** The length limit in characters */
const LONGEST_DESCRIPTION = 500

function variantData(place: Place, product: DescribedProduct) {
  const { options, variants, pictures } = product
  const variesBy = attributesOf(options, []).flatMap(({ standard }) => standard ?? [])
  return {
    ...(variesBy.length > 0 && { variesBy: variesBy.map((name) => `https://schema.org/${name}`) }),
    hasVariant: variants.map((variant) => {
      const { id, values, sku, gtin, mpn, price, stock, saleEndsAt, picture } = variant
      const attributes = attributesOf(options, values)
      const others = attributes.filter(({ standard }) => standard === null)
      const shown = picture ?? pictures[0]
      return {
        "@type": "Product",
        name: lineTitle(product.name, variantTitle(options, values)),
        sku: sku ?? id,
        ...(gtin !== null && { gtin }),
        ...(mpn !== null && { mpn }),
        ...(shown && { image: absolutePictureUrl(shown, place.origin) }),
        ...Object.fromEntries(attributes.flatMap(({ standard, value }) => (standard ? [[standard, value]] : []))),
        ...(others.length > 0 && {
          additionalProperty: others.map(({ name, value }) => ({ "@type": "PropertyValue", name, value })),
        }),
        offers: offer(place, {
          url: place.origin + paths.product({ ...product, values }),
          ...measured(variant),
          ...{ price, stock, saleEndsAt },
        }),
      }
    }),
  }
}

const measured = ({ measureAmount, measureUnit }: Measured) => ({ measureAmount, measureUnit })

interface Offered extends SaleEnd, Measured {
  url: string
  price: Cents
  stock: number
}

function offer({ currency, terms }: Place, { url, price, stock, saleEndsAt, ...measure }: Offered) {
  return {
    "@type": "Offer",
    url,
    price: centsToText(price),
    priceCurrency: currency,
    ...unitPriceData(price, measure, currency),
    ...(saleEndsAt && { priceValidUntil: saleEndsAt }),
    itemCondition: "https://schema.org/NewCondition",
    availability: `https://schema.org/${stock > 0 ? "InStock" : "OutOfStock"}`,
    ...terms,
  }
}

/** UN/CEFACT Recommendation 20 */
const unitCodes: Record<MeasureUnit, string> = {
  ...{ g: "GRM", kg: "KGM", ml: "MLT", cl: "CLT", l: "LTR", cm: "CMT", m: "MTR", m2: "MTK", m3: "MTQ", piece: "C62" },
}

/** Google computes the price of the unit from the contents and `valueReference`, its base. */
function unitPriceData(price: Cents, { measureAmount, measureUnit }: Measured, currency: string) {
  if (measureAmount == null || measureUnit == null) return {}
  const quantity = (value: string, unit: MeasureUnit) => {
    return { "@type": "QuantitativeValue", value, unitCode: unitCodes[unit] }
  }
  return {
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price: centsToText(price),
      priceCurrency: currency,
      referenceQuantity: {
        ...quantity(measureText(measureAmount), measureUnit),
        valueReference: quantity("1", measureUnits[measureUnit].base),
      },
    },
  }
}
