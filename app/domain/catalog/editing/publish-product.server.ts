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
import type { ProductFields } from "../product"
import { productRecord } from "../product-record"
import { publishedAtOnce } from "../publication/publication"
import { assertPrices } from "../sale"
import { insertSale, todaysPrices } from "../sales/write-prices.server"
import { sellUncounted } from "../variants/counting.server"
import { describeOptions, type ProductOption } from "../variants/variant"
import { setPricesRecord } from "../variants/variant-record"
import { columnsAfter, knownTaxClass } from "./product-rules.server"

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
  const event = fields.status === "draft" ? "product.drafted" : "product.published"
  const days = daysOf(tx)
  const own = productRecord.auditOf(productRecord.storedOf(fields, days), days)
  const after = variants ? { ...own, options: describeOptions(variants.options) } : own
  await emit(tx, event, { actor: admin, id, after })
  await variants?.add(id)
  await insertDescription(tx, id, fields)
  return id
}

/**
 * @throws ShopError `invalid` if there is no such category or tax class, a sale does not reduce the price, or a last
 * day is before the first
 */
export async function insertProduct(
  tx: Tx,
  fields: ProductFields,
  origin: { actorId?: string; createdAt?: Date } = {},
): Promise<string> {
  const id = await insertRow(tx, fields, origin)
  await insertDescription(tx, id, fields)
  return id
}

async function insertRow(
  tx: Tx,
  fields: ProductFields,
  origin: { actorId?: string; createdAt?: Date; options?: readonly ProductOption[] },
): Promise<string> {
  const { name, price, stock, category, taxClass = STANDARD_CLASS } = fields
  const { status, publishedFrom, publishedUntil } = { ...publishedAtOnce, ...defined(fields) }
  const prices = { ...setPricesRecord.emptied, price, ...setPricesRecord.storedOf(fields, daysOf(tx)) }
  assertPrices(prices)
  const publication = columnsAfter(tx, { status, publishedFrom, publishedUntil }, publishedAtOnce)
  const createdAt = origin.createdAt ?? tx.now()
  const id = newObjectId(createdAt)
  await tx.db
    .insertInto("products")
    .values({
      name,
      ...todaysPrices(tx, prices),
      ...publication,
      id,
      category: await lockCategory(tx, category),
      tax_class: knownTaxClass(tx, taxClass),
      options: JSON.stringify(origin.options ?? []),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
  if (prices.salePrice !== null) await insertSale(tx, id, prices)
  if (fields.uncounted) await sellUncounted(tx, [id])
  else if (stock === undefined) throw invalid(NO_UNITS, "stock")
  else
    await insertMovements(tx, [{ variant: id, change: stock, reason: "opening", actorId: origin.actorId }], createdAt)
  return id
}

/** Runs last, because the search trigger reads the rest of the product. */
async function insertDescription(tx: Tx, id: string, { desc, ...fields }: ProductFields): Promise<void> {
  await tx.db
    .insertInto("product_descriptions")
    .values({ product_id: id, description: desc, facts: JSON.stringify(factsAfter({}, defined(fields))) })
    .execute()
}

function defined<Fields extends object>(fields: Fields): Partial<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>
}
