import { isDeepStrictEqual } from "node:util"
import { sql } from "kysely"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import { correctStock, insertMovements } from "~/domain/inventory/stock.server"
import type { ProductEditor, Staff } from "../accounts/actor"
import { emit } from "../events/emit.server"
import { viewPicture } from "../media/picture"
import { allPictures, type ProductImage, replaceProductImages } from "../media/product-images.server"
import { newObjectId } from "../object-id.server"
import { STANDARD_CLASS, taxClassesOf } from "../pricing/rules"
import type { Shop, Tx } from "../shop"
import { invalid, notFound } from "../shop-error"
import { lockCategory } from "./categories/lock-category.server"
import { type Facts, factsAfter, factTexts } from "./facts/facts"
import type { Product, ProductChanges, ProductFields } from "./product"
import { noteProductRead, productFactColumns, toProductFacts } from "./product-rows.server"
import type { ProductSnapshot } from "./product-snapshot"
import { assertNotStale, type EditedProduct, lastCorrection } from "./product-snapshot.server"
import {
  areDaysInOrder,
  DAYS_REVERSED,
  type ProductState,
  type Publication,
  publicationColumns,
  publishedAtOnce,
  toPublication,
} from "./publication/publication"
import { isPublic, productState, storedPublication } from "./publication/publication.server"
import { isReduced, NOT_REDUCED, pricesAfter } from "./sale"
import { describeOptions, HAS_VERSIONS, type ProductOption } from "./variants/variant"
import { liveVariants, toVariant } from "./variants/variant-rows.server"

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

export async function findEditedProduct(shop: Pick<Shop, "db" | "media">, id: string): Promise<EditedProduct> {
  const query = products(shop)
    .select([lastCorrection, productState.as("state")])
    .where("products.id", "=", id)
  const row = await query.where("products.deleted_at", "is", null).executeTakeFirstOrThrow(noProduct)
  return toEditedProduct(shop.media.baseUrl, row)
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

function toEditedProduct(mediaUrl: string, row: ProductRow): EditedProduct {
  const { state, last_correction: lastCorrection } = row
  return { ...toProduct(mediaUrl, row), ...toPublication(row), taxClass: row.tax_class, state, lastCorrection }
}

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
  /** For a new product with options */
  versions?: { options: readonly ProductOption[]; add(productId: string): Promise<void> }
}

export async function publishProductIn(
  tx: Tx,
  admin: ProductEditor,
  fields: ProductFields,
  { images = [], versions }: NewProduct = {},
): Promise<string> {
  const id = await insertRow(tx, fields, { actorId: admin.id, options: versions?.options })
  if (images.length > 0) await replaceProductImages(tx, id, images)
  const event = fields.status === "draft" ? "product.drafted" : "product.published"
  const after = versions ? { ...fields, options: describeOptions(versions.options) } : fields
  await emit(tx, event, { actor: admin, id, after })
  await versions?.add(id)
  await insertDescription(tx, id, fields)
  return id
}

/** @throws ShopError `invalid` if there is no such category or tax class, the sale does not reduce the price, or the days are reversed */
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
  {
    name,
    price,
    stock,
    compareAtPrice = null,
    category,
    status,
    publishedFrom,
    publishedUntil,
    taxClass = STANDARD_CLASS,
  }: ProductFields,
  origin: { actorId?: string; createdAt?: Date; options?: readonly ProductOption[] },
): Promise<string> {
  assertReduced({ price, compareAtPrice })
  const publication = columnsAfter({ status, publishedFrom, publishedUntil }, publishedAtOnce)
  const createdAt = origin.createdAt ?? tx.now()
  const id = newObjectId(createdAt)
  await tx.db
    .insertInto("products")
    .values({
      ...{ name, price },
      ...publication,
      id,
      category: await lockCategory(tx, category),
      tax_class: knownTaxClass(tx, taxClass),
      compare_at_price: compareAtPrice,
      options: JSON.stringify(origin.options ?? []),
      created_at: createdAt,
      updated_at: createdAt,
    })
    .execute()
  await insertMovements(tx, [{ variant: id, change: stock, reason: "opening", actorId: origin.actorId }], createdAt)
  return id
}

/** Runs last, because the trigger of words reads the rest of the product. */
async function insertDescription(tx: Tx, id: string, { desc, ...fields }: ProductFields): Promise<void> {
  await tx.db
    .insertInto("product_descriptions")
    .values({ product_id: id, description: desc, facts: JSON.stringify(factsAfter({}, defined(fields))) })
    .execute()
}

/** Replaces all pictures by `images`; with `snapshot`, throws StaleEdit rather than overwrite another edit. */
export async function updateProduct(
  shop: Shop,
  admin: ProductEditor,
  id: string,
  changes: ProductChanges,
  { images, snapshot }: { images?: ProductImage[]; snapshot?: ProductSnapshot } = {},
): Promise<void> {
  const { baseUrl } = shop.media
  await shop.transaction(async (tx) => {
    const before = await lockProduct(tx, id)
    if (snapshot) await assertNotStale(tx, toEditedProduct(baseUrl, before), changes, snapshot)
    await updateLocked(tx, admin, before, changes, images)
  })
}

export async function updateProductIn(
  tx: Tx,
  admin: ProductEditor,
  id: string,
  changes: ProductChanges,
  images?: ProductImage[],
): Promise<void> {
  await updateLocked(tx, admin, await lockProduct(tx, id), changes, images)
}

async function updateLocked(
  tx: Tx,
  admin: ProductEditor,
  before: ProductRow,
  changes: ProductChanges,
  images?: ProductImage[],
): Promise<void> {
  const { id } = before
  if (before.deleted_at !== null) throw notFound("Product not found")
  const { desc, stock, stockSeen, stockReason, price: _, compareAtPrice: __, category, ...others } = changes
  const { status, publishedFrom, publishedUntil, taxClass, name = before.name, ...factChanges } = others
  const facts = factsAfter(before.facts, defined(factChanges))
  const publication = columnsAfter({ status, publishedFrom, publishedUntil }, toPublication(before))
  const prices = pricesAfter({ ...before, compareAtPrice: before.compare_at_price }, changes)
  assertReduced(prices)
  if (before.options.length > 0) assertVariantsUntouched(before, prices, changes)
  else await setPrices(tx, id, prices)
  await tx.db
    .updateTable("products")
    .set({
      name,
      ...publication,
      ...(category !== undefined && { category: await lockCategory(tx, category) }),
      ...(taxClass !== undefined && taxClass !== before.tax_class && { tax_class: knownTaxClass(tx, taxClass) }),
      updated_at: tx.now(),
    })
    .where("id", "=", id)
    .execute()
  await updateDescription(tx, before, desc ?? before.description, facts)
  if (images) await replaceProductImages(tx, id, images)
  const corrected = stock !== undefined && { stock, expectedStock: stockSeen, note: stockReason }
  const after = {
    ...before,
    name,
    facts,
    ...publication,
    category: category ?? before.category,
    tax_class: taxClass ?? before.tax_class,
    price: prices.price,
    compare_at_price: prices.compareAtPrice,
    description: desc ?? before.description,
    stock: corrected ? await correctStock(tx, admin, before, corrected) : before.stock,
  }
  await emit(tx, "product.updated", {
    actor: admin,
    id,
    before: toAuditFields(before),
    after: { ...toAuditFields(after), ...(images ? { pictures: images.map((image) => image.pictureId) } : {}) },
  })
}

export async function softDeleteProduct(shop: Shop, admin: Staff<"products.edit">, id: string): Promise<void> {
  await setDeleted(shop, admin, id, true)
}

/** @throws ShopError `notFound` unless the product is deleted */
export async function restoreProduct(shop: Shop, admin: Staff<"products.edit">, id: string): Promise<void> {
  await setDeleted(shop, admin, id, false)
}

async function setDeleted(shop: Shop, admin: Staff<"products.edit">, id: string, deleted: boolean): Promise<void> {
  await shop.transaction(async (tx) => {
    const before = await lockProduct(tx, id)
    if ((before.deleted_at !== null) === deleted) throw notFound("Product not found")
    await tx.db
      .updateTable("products")
      .set({ deleted_at: deleted ? tx.now() : null })
      .where("id", "=", id)
      .execute()
    const auditFields = toAuditFields(before)
    if (deleted) await emit(tx, "product.deleted", { actor: admin, id, before: auditFields })
    else await emit(tx, "product.restored", { actor: admin, id, after: auditFields })
  })
}

type ProductRow = FoundProduct & { last_correction: string; state: ProductState }

async function setPrices(tx: Tx, variant: string, { price, compareAtPrice }: Prices): Promise<void> {
  await tx.db
    .updateTable("variants")
    .set({ price, compare_at_price: compareAtPrice, updated_at: tx.now() })
    .where("id", "=", variant)
    .where(sql<boolean>`(price, compare_at_price) is distinct from (${price}, ${compareAtPrice}::integer)`)
    .execute()
}

/** @throws ShopError `invalid` if the product's prices or stock, which follow from its variants, would change */
function assertVariantsUntouched(
  before: ProductRow,
  { price, compareAtPrice }: Prices,
  { stock, stockSeen }: ProductChanges,
): void {
  const field =
    price !== before.price
      ? "price"
      : compareAtPrice !== before.compare_at_price
        ? "compareAtPrice"
        : stock !== undefined && stock !== (stockSeen ?? before.stock)
          ? "stock"
          : null
  if (field) throw invalid(HAS_VERSIONS, field)
}

type Prices = ReturnType<typeof pricesAfter>

/** Locks before it reads, because the description and pictures are rows of their own. */
async function lockProduct(tx: Tx, id: string): Promise<ProductRow> {
  await lockProducts(tx, [id])
  const query = products(tx)
    .select([lastCorrection, productState.as("state")])
    .where("products.id", "=", id)
  return query.executeTakeFirstOrThrow(noProduct)
}

function assertReduced(prices: Parameters<typeof isReduced>[0]): void {
  if (!isReduced(prices)) throw invalid(NOT_REDUCED, "compareAtPrice")
}

/** @throws ShopError `invalid` if the days are reversed */
function columnsAfter(changes: Partial<Publication>, before: Publication) {
  const given = defined(changes)
  if (!areDaysInOrder({ ...before, ...given })) throw invalid(DAYS_REVERSED, "publishedUntil")
  return publicationColumns(given, before)
}

/** @throws ShopError `invalid` if the shop has no such class */
function knownTaxClass({ settings }: Tx, taxClass: string): string {
  if (taxClassesOf(settings.current.pricing.taxes).includes(taxClass)) return taxClass
  throw invalid("Choose a tax class", "taxClass")
}

function defined<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

async function updateDescription(tx: Tx, before: ProductRow, description: string, facts: Facts): Promise<void> {
  const isSame = description === before.description && isDeepStrictEqual(facts, before.facts)
  if (isSame) return
  await tx.db
    .updateTable("product_descriptions")
    .set({ description, facts: JSON.stringify(facts) })
    .where("product_id", "=", before.id)
    .execute()
}

function toAuditFields(row: Omit<ProductRow, "pictures" | "variants">): Required<ProductFields> {
  const { name, price, compare_at_price: compareAtPrice, description: desc, category, stock } = row
  const own = { name, price, compareAtPrice, desc, category, stock, taxClass: row.tax_class }
  return { ...own, ...toPublication(row), ...factTexts(row.facts) }
}
