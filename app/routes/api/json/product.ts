import { z } from "zod"
import { initialCategories } from "~/domain/catalog/categories/category"
import type { Facts } from "~/domain/catalog/facts/facts"
import { type Measure, type MeasureBase, type MeasureUnit, measureUnitNames } from "~/domain/catalog/measures/measure"
import { baseNames } from "~/domain/catalog/measures/shown-unit-price"
import { unitPriceOf } from "~/domain/catalog/measures/unit-price"
import type { Product } from "~/domain/catalog/product"
import { type ProductState, productStates } from "~/domain/catalog/publication/publication"
import type { ProductOption, Variant } from "~/domain/catalog/variants/variant"
import { toDollars } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { ReviewedProduct } from "~/domain/reviews/reviewed-product.server"
import { findResponsible } from "~/domain/settings/responsible-persons"
import type { Shop } from "~/domain/shop"
import { exampleProduct, exampleProductWithOptions, exampleReview } from "./examples"
import { Dollars, Id, Timestamp, toTimestamp } from "./fields"
import { PictureJson, placeholderPictureJson, toPictureJson } from "./picture"
import { ReviewJson, toReviewJson } from "./review"

/** Fields that the contract names differently, or omits */
type OtherwiseNamed =
  | keyof Measure
  | "id"
  | "rating"
  | "pictures"
  | "compareAtPrice"
  | "priorPrice"
  | "highestPrice"
  | "hasOptions"

const OptionJson = z.object({
  name: z.string().meta({ description: "Such as `Size`" }),
  values: z.array(z.string()).meta({ description: "In the order in which they are shown" }),
})

const fact = z.string().optional()
const FactsJson = z
  .object({
    ...{ brand: fact, material: fact, countryOfOrigin: fact, manufacturer: fact, manufacturerAddress: fact },
    hsCode: fact.meta({ description: "The number of the customs tariff, of 6 to 10 digits" }),
    manufacturerContact: fact.meta({ description: "An email address or a web address" }),
    responsiblePerson: fact.meta({ description: "The name of the person who is responsible in the EU" }),
    warnings: fact,
    withdrawalExemption: fact.meta({ description: "Why there is no right of withdrawal" }),
    own: z.array(z.object({ name: z.string(), value: z.string() })).optional(),
  } satisfies Record<keyof Facts, z.ZodType>)
  .meta({ description: "The facts of the product; `own` are facts with names of the shop's own" })

const MeasureJson = z
  .object({ amount: z.number().positive(), unit: z.enum(measureUnitNames as [MeasureUnit, ...MeasureUnit[]]) })
  .nullable()
  .meta({ description: "What one contains", examples: [{ amount: 0.75, unit: "l" }] })

const UnitPriceJson = z
  .object({ price: Dollars, per: z.enum(Object.keys(baseNames) as [MeasureBase, ...MeasureBase[]]) })
  .nullable()
  .meta({ description: "The price of a kilogram, a litre and so on; null if its contents are not known" })

const ResponsiblePersonJson = z
  .object({
    name: z.string(),
    address: z.string().meta({ description: "The postal address, with line breaks" }),
    contact: z.string().meta({ description: "An email address or a web address" }),
  })
  .nullable()
  .meta({ description: "Who is responsible for the product in the EU; null without one" })

/** The variants that orders refer to; without options, a single one with the product's id */
const VariantJson = z.object({
  _id: Id,
  name: z.string().meta({ description: "The names of its values; empty without options", examples: ["M, Indigo"] }),
  values: z.array(z.string()).meta({ description: "One value for each option, in their order" }),
  sku: z.string().nullable(),
  gtin: z.string().nullable(),
  mpn: z.string().nullable().meta({ description: "The manufacturer's part number" }),
  price: Dollars,
  stock: z.int().min(0).meta({ description: "999999 while it is sold without counting" }),
  uncounted: z.boolean().meta({ description: "Whether it is sold without counting its units" }),
  weightGrams: z.int().min(1).nullable(),
  measure: MeasureJson,
  unitPrice: UnitPriceJson,
})

export const ListedProductJson = z
  .object({
    _id: Id,
    name: z.string(),
    price: Dollars.meta({ description: "The lowest price of its variants" }),
    unitPrice: UnitPriceJson.meta({ description: "The price of a unit of its cheapest variant" }),
    desc: z.string(),
    category: z.string().meta({ examples: [...initialCategories] }),
    stock: z
      .int()
      .min(0)
      .meta({ description: "The total stock of its variants, at most 999999, as if one is sold without counting" }),
    facts: FactsJson,
    responsiblePerson: ResponsiblePersonJson,
    options: z.array(OptionJson).meta({ description: "The options that its variants differ in; may be empty" }),
    variants: z.array(VariantJson).meta({
      description: "The variants that can be ordered; a product without options has one, with the product's id",
    }),
    images: z.array(PictureJson).min(1),
    ratings: z.number().min(0).max(5),
    numReviews: z.int().min(0),
    createdAt: Timestamp,
  } satisfies Record<Exclude<keyof Product, OtherwiseNamed>, z.ZodType> & z.core.$ZodShape)
  .meta({ id: "ListedProduct", examples: [exampleProduct, exampleProductWithOptions] })

/** Includes its newest reviews */
export const ProductJson = ListedProductJson.extend({ reviews: z.array(ReviewJson) }).meta({
  id: "Product",
  examples: [{ ...exampleProduct, reviews: [exampleReview] }],
})

const status = z.enum(productStates).meta({
  description:
    "Shoppers see only `published` products; `scheduled` and `ended` products are outside their days of publication.",
})

/** For staff, who also see hidden products */
export const ManagedProductJson = ListedProductJson.extend({ status }).meta({
  id: "ManagedProduct",
  examples: [{ ...exampleProduct, status: "published" }],
})

export function toManagedProductJson(
  shop: Shop,
  product: Product & { state: ProductState },
): z.input<typeof ManagedProductJson> {
  return { ...toListedProductJson(shop, product), status: product.state }
}

export function toListedProductJson(shop: Shop, product: Product): z.input<typeof ListedProductJson> {
  const { id, name, price, desc, category, stock, options, variants, pictures, rating, numReviews, createdAt } = product
  return {
    _id: id,
    name,
    price: toDollars(price),
    unitPrice: toUnitPriceJson(product),
    desc,
    category,
    stock,
    facts: product.facts,
    responsiblePerson: findResponsible(shop.settings.current, product.facts.responsiblePerson ?? "") ?? null,
    options: options.map(({ name, values }) => ({ name, values: values.map((value) => value.name) })),
    variants: variants.map((variant) => toVariantJson(options, variant)),
    images:
      pictures.length > 0 ? pictures.map((picture) => toPictureJson(shop, picture)) : [placeholderPictureJson(shop)],
    ratings: rating,
    numReviews,
    createdAt: toTimestamp(createdAt),
  }
}

function toUnitPriceJson(offer: Measure & { price: Cents }): z.input<typeof UnitPriceJson> {
  const unitPrice = unitPriceOf(offer.price, offer, null)
  return unitPrice && { price: toDollars(unitPrice.price), per: unitPrice.per }
}

function toVariantJson(options: readonly ProductOption[], variant: Variant): z.input<typeof VariantJson> {
  const { id, title, values, sku, gtin, mpn, price, stock, uncounted, weightGrams, measureAmount, measureUnit } =
    variant
  return {
    _id: id,
    name: title,
    values: values.map((slug, place) => options[place]?.values.find((value) => value.slug === slug)?.name ?? slug),
    ...{ sku, gtin, mpn, price: toDollars(price), stock, uncounted, weightGrams },
    measure:
      measureAmount === null || measureUnit === null ? null : { amount: measureAmount / 1_000, unit: measureUnit },
    unitPrice: toUnitPriceJson(variant),
  }
}

export function toProductJson(shop: Shop, { product, reviews }: ReviewedProduct): z.input<typeof ProductJson> {
  return { ...toListedProductJson(shop, product), reviews: reviews.map(toReviewJson) }
}
