import type { ProductEditor } from "~/domain/accounts/actor"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { NO_UNITS } from "~/domain/inventory/counting"
import { insertMovements } from "~/domain/inventory/stock.server"
import { type ProductImage, replaceProductImages } from "~/domain/media/product-images.server"
import { newObjectId } from "~/domain/object-id.server"
import { STANDARD_CLASS } from "~/domain/pricing/rules"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { lockCategory } from "../categories/lock-category.server"
import { factsAfter } from "../facts/facts"
import { measureRecord } from "../measures/measure-record"
import type { ProductFields } from "../product"
import { productRecord } from "../product-record"
import { publishedAtOnce } from "../publication/publication"
import { assertOffer } from "../sale"
import { insertSale, todaysPrices } from "../sales/write-prices.server"
import { sellUncounted } from "../variants/counting.server"
import { describeOptions, type ProductOption } from "../variants/variant"
import { type SetPrices, setPricesRecord } from "../variants/variant-record"
import { columnsAfter, knownResponsible, knownTaxClass } from "./product-rules.server"

export async function publishProduct(
  shop: Shop,
  admin: ProductEditor,
  fields: ProductFields,
  images: ProductImage[] = [],
): Promise<string> {
  return shop.transaction((tx) => publishProductIn(tx, admin, fields, { images }))
}

interface NewProduct {
  images?: ProductImage[]
  /** The options of a new product */
  variants?: { options: readonly ProductOption[]; add(productId: string): Promise<void> }
}

export async function publishProductIn(
  tx: Tx,
  admin: ProductEditor,
  fields: ProductFields,
  { images = [], variants }: NewProduct = {},
): Promise<string> {
  const id = await insertRow(tx, fields, { actorId: admin.id, options: variants?.options })
  if (images.length > 0) await replaceProductImages(tx, id, images)
  await emit(tx, eventOf(fields), { actor: admin, id, after: auditOfNew(tx, fields, variants?.options) })
  await variants?.add(id)
  await insertDescription(tx, id, fields)
  return id
}

export const eventOf = ({ status }: ProductFields) => (status === "draft" ? "product.drafted" : "product.published")

/**
 * @throws ShopError `invalid` if there is no such category or tax class, a sale does not reduce the price, or a last
 * day is before the first
 */
export async function insertProduct(tx: Tx, fields: ProductFields, origin: RowOrigin = {}): Promise<string> {
  const id = await insertRow(tx, fields, origin)
  await insertDescription(tx, id, fields)
  return id
}

async function insertRow(tx: Tx, fields: ProductFields, origin: RowOrigin): Promise<string> {
  const category = await lockCategory(tx, fields.category)
  const row = productRow(tx, fields, category, origin)
  await tx.db.insertInto("products").values(row).execute()
  const prices = newPrices(tx, fields)
  if (prices.salePrice !== null) await insertSale(tx, row.id, prices)
  if (fields.uncounted) await sellUncounted(tx, [row.id])
  else await insertMovements(tx, [openingOf(row.id, fields, origin.actorId)], row.created_at)
  return row.id
}

export function openingOf(variant: string, { stock = 0 }: ProductFields, actorId?: string) {
  return { variant, change: stock, reason: "opening" as const, actorId }
}

export interface RowOrigin {
  actorId?: string
  createdAt?: Date
  options?: readonly ProductOption[]
}

/** @throws ShopError `invalid` */
export function productRow(tx: Tx, fields: ProductFields, category: string, origin: RowOrigin) {
  const { name, taxClass = STANDARD_CLASS } = fields
  const { status, publishedFrom, publishedUntil } = { ...publishedAtOnce, ...defined(fields) }
  knownResponsible(tx, fields.responsiblePerson ?? "")
  if (!fields.uncounted && fields.stock === undefined) throw invalid(NO_UNITS, "stock")
  const prices = newPrices(tx, fields)
  const measure = { ...measureRecord.emptied, ...measureRecord.sent(fields) }
  assertOffer({ ...prices, ...measure })
  const createdAt = origin.createdAt ?? tx.now()
  return {
    name,
    ...todaysPrices(tx, prices),
    ...measureRecord.rowOf(measure),
    ...{ is_draft: false, published_from: null, published_until: null },
    ...columnsAfter(tx, { status, publishedFrom, publishedUntil }, publishedAtOnce),
    id: newObjectId(createdAt),
    category,
    tax_class: knownTaxClass(tx, taxClass),
    options: JSON.stringify(origin.options ?? []),
    created_at: createdAt,
    updated_at: createdAt,
  }
}

export function newPrices(tx: Tx, fields: ProductFields): SetPrices {
  return { ...setPricesRecord.emptied, price: fields.price, ...setPricesRecord.storedOf(fields, daysOf(tx)) }
}

export function auditOfNew(tx: Tx, fields: ProductFields, options?: readonly ProductOption[]) {
  const days = daysOf(tx)
  const own = productRecord.auditOf(productRecord.storedOf(fields, days), days)
  return options ? { ...own, options: describeOptions(options) } : own
}

/** Runs last, because the search trigger reads the rest of the product. */
async function insertDescription(tx: Tx, id: string, fields: ProductFields): Promise<void> {
  const { facts, ...row } = descriptionRow(id, fields)
  await tx.db
    .insertInto("product_descriptions")
    .values({ ...row, facts: JSON.stringify(facts) })
    .execute()
}

export function descriptionRow(id: string, { desc, ...fields }: ProductFields) {
  return { product_id: id, description: desc, facts: factsAfter({}, defined(fields)) }
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
