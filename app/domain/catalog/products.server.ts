import type { Selectable } from "kysely"
import type { ProductsTable } from "~db/schema"
import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import { type ProductImage, picturesOfProducts, replaceProductImages } from "../media/product-images.server"
import { newObjectId } from "../object-id.server"
import type { Books, Shop } from "../shop"
import { notFound } from "../shop-error"
import type { Product, ProductChanges, ProductFields } from "./product"
import { toSummary } from "./product-rows.server"
import { correctStock } from "./stock.server"

/**
 * A product that is sold, with its description and all its pictures.
 * @throws ShopError `notFound`, also for an id that cannot be one
 */
export async function findProduct(shop: Shop, id: string): Promise<Product> {
  const product = await lookUpProduct(shop, id)
  if (!product) throw notFound("Product not found")
  return product
}

/** The same, or null when it is not sold. */
export async function lookUpProduct(shop: Shop, id: string): Promise<Product | null> {
  const row = await shop.db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_descriptions.product_id", "products.id")
    .selectAll("products")
    .select("product_descriptions.description")
    .where("products.id", "=", id)
    .where("products.deleted_at", "is", null)
    .executeTakeFirst()
  if (!row) return null
  const pictures = await picturesOfProducts(shop, [id], "all")
  const { picture: _, ...product } = toSummary(row, pictures)
  return { ...product, desc: row.description, pictures: pictures.get(id) ?? [] }
}

/** Puts a new product on sale; its pictures have been stored before. Answers its id. */
export async function publishProduct(
  shop: Shop,
  admin: Admin,
  fields: ProductFields,
  images: ProductImage[] = [],
): Promise<string> {
  return shop.transaction(async (books) => {
    const id = await addProduct(books, fields, { actorId: admin.id })
    await replaceProductImages(books, id, images)
    await recordAudit(books, admin, { action: "product.publish", subjectKind: "product", subjectId: id, after: fields })
    return id
  })
}

/** Writes a product, its description and its opening stock, inside the caller's transaction. */
export async function addProduct(
  books: Books,
  { desc, stock, ...fields }: ProductFields,
  origin: { actorId?: string; createdAt?: Date } = {},
): Promise<string> {
  const createdAt = origin.createdAt ?? books.now()
  const id = newObjectId(createdAt)
  await books.db
    .insertInto("products")
    .values({ id, ...fields, created_at: createdAt, updated_at: createdAt })
    .execute()
  await books.db.insertInto("product_descriptions").values({ product_id: id, description: desc }).execute()
  if (stock > 0) {
    const opening = { product_id: id, change: stock, reason: "opening" as const, actor_id: origin.actorId ?? null }
    await books.db
      .insertInto("stock_ledger")
      .values({ ...opening, created_at: createdAt })
      .execute()
  }
  return id
}

/**
 * Changes what is given of a product and leaves the rest; `images`, when given, replace all of its pictures.
 * @throws ShopError `notFound`, or `conflict` when the stock cannot be corrected like that
 */
export async function updateProduct(
  shop: Shop,
  admin: Admin,
  id: string,
  changes: ProductChanges,
  images?: ProductImage[],
): Promise<void> {
  await shop.transaction(async (books) => {
    const before = await lockProduct(books, id)
    if (before.deleted_at !== null) throw notFound("Product not found")
    const { desc, stock, stockSeen, stockReason, ...columns } = changes
    await books.db
      .updateTable("products")
      .set({ ...columns, updated_at: books.now() })
      .where("id", "=", id)
      .execute()
    if (desc !== undefined && desc !== before.description) await describe(books, id, desc)
    if (images) await replaceProductImages(books, id, images)
    if (stock !== undefined)
      await correctStock(books, admin, { product: id, stock, seen: stockSeen, note: stockReason })
    const after = await lockProduct(books, id)
    await recordAudit(books, admin, {
      action: "product.update",
      subjectKind: "product",
      subjectId: id,
      before: toAuditFacts(before),
      after: { ...toAuditFacts(after), ...(images ? { pictures: images.map((image) => image.pictureId) } : {}) },
    })
  })
}

/**
 * Takes a product off the shelves; `restoreProduct` brings it back.
 * @throws ShopError `notFound`
 */
export async function removeProduct(shop: Shop, admin: Admin, id: string): Promise<void> {
  await markRemoved(shop, admin, id, true)
}

/** @throws ShopError `notFound` when there is no removed product of this id */
export async function restoreProduct(shop: Shop, admin: Admin, id: string): Promise<void> {
  await markRemoved(shop, admin, id, false)
}

async function markRemoved(shop: Shop, admin: Admin, id: string, removed: boolean): Promise<void> {
  await shop.transaction(async (books) => {
    const before = await lockProduct(books, id)
    if ((before.deleted_at !== null) === removed) throw notFound("Product not found")
    await books.db
      .updateTable("products")
      .set({ deleted_at: removed ? books.now() : null })
      .where("id", "=", id)
      .execute()
    const facts = toAuditFacts(before)
    await recordAudit(books, admin, {
      action: removed ? "product.remove" : "product.restore",
      subjectKind: "product",
      subjectId: id,
      before: removed ? facts : null,
      after: removed ? null : facts,
    })
  })
}

type ProductRow = Selectable<ProductsTable> & { description: string }

async function lockProduct(books: Books, id: string): Promise<ProductRow> {
  const row = await books.db
    .selectFrom("products")
    .innerJoin("product_descriptions", "product_descriptions.product_id", "products.id")
    .selectAll("products")
    .select("product_descriptions.description")
    .where("products.id", "=", id)
    .forNoKeyUpdate("products")
    .executeTakeFirst()
  if (!row) throw notFound("Product not found")
  return row
}

async function describe(books: Books, id: string, description: string): Promise<void> {
  await books.db.updateTable("product_descriptions").set({ description }).where("product_id", "=", id).execute()
}

function toAuditFacts(row: ProductRow) {
  const { name, price, description: desc, category, stock } = row
  return { name, price, desc, category, stock }
}
