import { isDeepStrictEqual } from "node:util"
import type { ProductEditor } from "~/domain/accounts/actor"
import type { Days } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { correctStock } from "~/domain/inventory/stock.server"
import { type ProductImage, replaceProductImages } from "~/domain/media/product-images.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { lockCategory } from "../categories/lock-category.server"
import { type Facts, factsAfter, factTexts } from "../facts/facts"
import { lockProduct, type ProductRow, toEditedProduct, toProductValues } from "../find-product.server"
import type { ProductChanges } from "../product"
import { type ProductValues, productRecord } from "../product-record"
import { assertOffer, offerAfter } from "../sale"
import { HAS_VARIANTS } from "../variants/variant"
import { type Offer, offerRecord } from "../variants/variant-record"
import { columnsAfter, knownTaxClass } from "./product-rules.server"
import { assertNotStale } from "./product-snapshot.server"
import type { ProductSnapshot } from "./product-texts"

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
  const days = daysOf(tx)
  const known = toProductValues(tx, before)
  const offer = offerAfter(offerRecord.pick(known), offerRecord.storedOf(changes, days))
  const { stock, stockSeen, stockReason, category, taxClass } = changes
  const after = { ...known, ...productRecord.storedOf(changes, days), ...offer }
  const facts = factsAfter(before.facts, after)
  const publication = columnsAfter(tx, after, known)
  assertOffer(offer)
  if (before.options.length > 0) assertVariantsUntouched(known, after, changes, days)
  else if (!isDeepStrictEqual(offer, offerRecord.pick(known))) await setOffer(tx, id, offer)
  await tx.db
    .updateTable("products")
    .set({
      name: after.name,
      ...publication,
      ...(category !== undefined && { category: await lockCategory(tx, category) }),
      ...(taxClass !== undefined && taxClass !== before.tax_class && { tax_class: knownTaxClass(tx, taxClass) }),
      updated_at: tx.now(),
    })
    .where("id", "=", id)
    .execute()
  await updateDescription(tx, before, after.desc, facts)
  if (images) await replaceProductImages(tx, id, images)
  const corrected = stock !== undefined && { stock, stockSeen, note: stockReason }
  const units = corrected ? await correctStock(tx, admin, before, corrected) : before.stock
  await emit(tx, "product.updated", {
    actor: admin,
    id,
    before: productRecord.auditOf(known, days),
    after: {
      ...productRecord.auditOf({ ...after, ...factTexts(facts), stock: units }, days),
      ...(images && { pictures: images.map((image) => image.pictureId) }),
    },
  })
}

async function setOffer(tx: Tx, variant: string, offer: Offer): Promise<void> {
  await tx.db
    .updateTable("variants")
    .set({ ...offerRecord.rowOf(offer), updated_at: tx.now() })
    .where("id", "=", variant)
    .execute()
}

/** @throws ShopError `invalid` if the product's prices or stock, which follow from its variants, would change */
function assertVariantsUntouched(
  before: ProductValues,
  after: ProductValues,
  { stock, stockSeen }: ProductChanges,
  days: Days,
): void {
  const [was, is] = [offerRecord.textsOf(before, days), offerRecord.textsOf(after, days)]
  const isCorrected = stock !== undefined && stock !== (stockSeen ?? before.stock)
  const field = offerRecord.names.find((name) => was[name] !== is[name]) ?? (isCorrected ? "stock" : null)
  if (field) throw invalid(HAS_VARIANTS, field)
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
