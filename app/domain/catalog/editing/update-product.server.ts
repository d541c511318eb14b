import { isDeepStrictEqual } from "node:util"
import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { correctStock } from "~/domain/inventory/stock.server"
import { type ProductImage, replaceProductImages } from "~/domain/media/product-images.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { lockCategory } from "../categories/lock-category.server"
import { type Facts, factsAfter } from "../facts/facts"
import { lockProduct, type ProductRow, toAuditFields, toEditedProduct } from "../find-product.server"
import type { ProductChanges } from "../product"
import { toPublication } from "../publication/publication"
import { pricesAfter } from "../sale"
import { HAS_VARIANTS } from "../variants/variant"
import { assertReduced, columnsAfter, defined, knownTaxClass } from "./product-rules.server"
import type { ProductSnapshot } from "./product-snapshot"
import { assertNotStale } from "./product-snapshot.server"

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
    if (snapshot) await assertNotStale(tx, toEditedProduct(tx, baseUrl, before), changes, snapshot)
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
  const publication = columnsAfter(tx, { status, publishedFrom, publishedUntil }, toPublication(before, daysOf(tx)))
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
  const corrected = stock !== undefined && { stock, stockSeen, note: stockReason }
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
    before: toAuditFields(tx, before),
    after: { ...toAuditFields(tx, after), ...(images ? { pictures: images.map((image) => image.pictureId) } : {}) },
  })
}

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
  if (field) throw invalid(HAS_VARIANTS, field)
}

type Prices = ReturnType<typeof pricesAfter>

async function updateDescription(tx: Tx, before: ProductRow, description: string, facts: Facts): Promise<void> {
  const isSame = description === before.description && isDeepStrictEqual(facts, before.facts)
  if (isSame) return
  await tx.db
    .updateTable("product_descriptions")
    .set({ description, facts: JSON.stringify(facts) })
    .where("product_id", "=", before.id)
    .execute()
}
