import { sql } from "kysely"
import { daysOf } from "~/domain/days/shop-days.server"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import { viewPicture } from "~/domain/media/picture"
import { allPictures } from "~/domain/media/product-images.server"
import type { Shop, Tx } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { factTexts } from "./facts/facts"
import { measureRecord } from "./measures/measure-record"
import type { EditableProduct, Product } from "./product"
import type { ProductValues } from "./product-record"
import { noteProductRead, productFactColumns, toProductFacts } from "./product-rows.server"
import { type ProductState, toPublication } from "./publication/publication"
import { isPublic, productState, storedPublication } from "./publication/publication.server"
import { noSalePrice, type StoredPrices, toStoredPrices } from "./sale"
import { offerRecord, type SetPrices, setPricesRecord } from "./variants/variant-record"
import { liveVariants, toVariant } from "./variants/variant-rows.server"

/** `lastCorrection` is the id of the newest correction in the ledger, or an empty text. */
export interface EditedProduct extends EditableProduct {
  lastCorrection: string
}

const lastCorrection = sql<string>`coalesce((
  select id::text from stock_ledger where variant_id = products.id and reason = 'correction' order by id desc limit 1), '')`.as(
  "last_correction",
)

/** @throws ShopError `notFound`, also for an invalid id */
export async function findProduct(shop: Pick<Shop, "db" | "media" | "noteRead">, id: string): Promise<Product> {
  const product = await findProductOrNull(shop, id)
  if (!product) throw noProduct()
  return product
}

export async function findProductOrNull(
  shop: Pick<Shop, "db" | "media" | "noteRead">,
  id: string,
): Promise<Product | null> {
  noteProductRead(shop, id)
  const row = await products(shop).where("products.id", "=", id).where(isPublic).executeTakeFirst()
  return row ? toProduct(shop.media.baseUrl, row) : null
}

export async function findEditedProduct(
  shop: Pick<Shop, "db" | "media" | "settings">,
  id: string,
): Promise<EditedProduct> {
  const query = products(shop)
    .select([lastCorrection, productState.as("state")])
    .where("products.id", "=", id)
  const row = await query.where("products.deleted_at", "is", null).executeTakeFirstOrThrow(noProduct)
  return toEditedProduct(shop, shop.media.baseUrl, row)
}

const noProduct = () => notFound("Product not found")

function products({ db }: Pick<Shop, "db">) {
  return db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_descriptions.product_id", "products.id")
    .select([...productFactColumns, "product_descriptions.description", "facts", "products.options"])
    .select([...storedPublication, "products.tax_class", "products.deleted_at"])
    .select([allPictures.as("pictures"), liveVariants.as("variants")])
}

type FoundProduct = Awaited<ReturnType<ReturnType<typeof products>["executeTakeFirstOrThrow"]>>

function toProduct(mediaUrl: string, row: FoundProduct): Product {
  const { options, name } = row
  return {
    ...toProductFacts(row),
    desc: row.description,
    facts: row.facts,
    pictures: row.pictures.map((picture) => viewPicture(picture, picture.alt, mediaUrl)),
    options,
    variants: row.variants.map((variant) => toVariant(mediaUrl, name, variant)),
  }
}

export function toEditedProduct(shop: Pick<Shop, "settings">, mediaUrl: string, row: ProductRow): EditedProduct {
  const { state, last_correction: lastCorrection } = row
  return {
    ...toProduct(mediaUrl, row),
    setPrices: setPricesOf(shop, row),
    uncounted: isUncounted(row),
    ...toPublication(row, daysOf(shop)),
    taxClass: row.tax_class,
    state,
    lastCorrection,
  }
}

export type ProductRow = FoundProduct & { last_correction: string; state: ProductState }

/** Returns the prices of a product without options; null with options. */
export function storedPricesOf(shop: Pick<Shop, "settings">, { options, variants }: PricedRow): StoredPrices | null {
  const [only] = variants
  return options.length === 0 && only ? toStoredPrices(only, daysOf(shop)) : null
}

function setPricesOf(shop: Pick<Shop, "settings">, row: PricedRow): SetPrices {
  const stored = storedPricesOf(shop, row)
  return stored ? setPricesRecord.pick(stored) : { ...offerRecord.valuesOf(row), ...noSalePrice }
}

function isUncounted({ options, variants }: PricedRow): boolean {
  return options.length === 0 && variants[0]?.uncountedUnits != null
}

type PricedRow = Pick<FoundProduct, "options" | "variants" | "price" | "compare_at_price">

/** Locks before it reads, because the description and pictures have their own rows. */
export async function lockProduct(tx: Tx, id: string): Promise<ProductRow> {
  await lockProducts(tx, [id])
  const query = products(tx)
    .select([lastCorrection, productState.as("state")])
    .where("products.id", "=", id)
  return query.executeTakeFirstOrThrow(noProduct)
}

export function toProductValues(shop: Pick<Shop, "settings">, row: ProductRow): ProductValues {
  const { name, description: desc, category, stock, tax_class: taxClass } = row
  const offer = { ...setPricesOf(shop, row), ...measureRecord.valuesOf(row) }
  const own = { name, ...offer, desc, category, stock, uncounted: isUncounted(row), taxClass }
  return { ...own, ...toPublication(row, daysOf(shop)), ...factTexts(row.facts) }
}
