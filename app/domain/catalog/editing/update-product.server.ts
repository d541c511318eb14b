import { isDeepStrictEqual } from "node:util"
import type { ProductEditor } from "~/domain/accounts/actor"
import type { Days } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { NO_UNITS, type StoredUnits, type UnitsAfter, unitsAfter } from "~/domain/inventory/counting"
import { MAX_STOCK } from "~/domain/inventory/stock"
import { correctStock } from "~/domain/inventory/stock.server"
import { type ProductImage, replaceProductImages } from "~/domain/media/product-images.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid, notFound } from "~/domain/shop-error"
import { lockCategory } from "../categories/lock-category.server"
import { type Facts, factsAfter, factTexts } from "../facts/facts"
import { lockProduct, type ProductRow, storedPricesOf, toEditedProduct, toProductValues } from "../find-product.server"
import type { Measure } from "../measures/measure"
import { measureRecord } from "../measures/measure-record"
import type { ProductChanges } from "../product"
import { type ProductValues, productRecord } from "../product-record"
import { assertOffer, pricesAfter, withoutSale } from "../sale"
import { writePrices } from "../sales/write-prices.server"
import { switchCounting } from "../variants/counting.server"
import { HAS_VARIANTS } from "../variants/variant"
import { setPricesRecord } from "../variants/variant-record"
import { columnsAfter, knownResponsible, knownTaxClass } from "./product-rules.server"
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
  const stored = storedPricesOf(tx, before) ?? withoutSale(known)
  const prices = pricesAfter(stored, setPricesRecord.sent(changes))
  const { category, taxClass } = changes
  const after = { ...known, ...productRecord.storedOf(changes, days), ...prices }
  const { responsiblePerson = "" } = after
  const isChosen = responsiblePerson !== (before.facts.responsiblePerson ?? "")
  const chosen = isChosen ? { ...after, responsiblePerson: knownResponsible(tx, responsiblePerson) } : after
  const facts = factsAfter(before.facts, chosen)
  const publication = columnsAfter(tx, after, known)
  assertOffer(after)
  const [only] = before.options.length === 0 ? before.variants : []
  if (only) {
    await writePrices(tx, only, { before: stored, after: prices })
    await writeMeasure(tx, only, after)
  } else assertVariantsUntouched(known, after, changes, days)
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
  const units = only
    ? await changeUnits(tx, admin, { ...only, name: before.name }, changes)
    : { stock: before.stock, uncounted: false }
  await emit(tx, "product.updated", {
    actor: admin,
    id,
    before: productRecord.auditOf(known, days),
    after: {
      ...productRecord.auditOf({ ...after, ...factTexts(facts), ...units }, days),
      ...(images && { pictures: images.map((image) => image.pictureId) }),
    },
  })
}

async function writeMeasure(tx: Tx, variant: Measure & { id: string }, after: Measure): Promise<void> {
  if (measureRecord.names.every((name) => variant[name] === after[name])) return
  const columns = { ...measureRecord.rowOf(after), updated_at: tx.now() }
  await tx.db.updateTable("variants").set(columns).where("id", "=", variant.id).execute()
}

/** Starts or ends counting, or corrects the stock. */
async function changeUnits(
  tx: Tx,
  admin: ProductEditor,
  row: StoredUnits & Pick<ProductRow, "id" | "name">,
  { stock, stockSeen, stockReason: note, uncounted }: ProductChanges,
): Promise<Pick<UnitsAfter, "stock" | "uncounted">> {
  const after = unitsAfter(row, { stock, stockSeen, uncounted })
  if (!after) throw invalid(NO_UNITS, "stock")
  const { units, ...counted } = after
  if (counted.uncounted || row.uncountedUnits !== null) {
    await switchCounting(tx, admin, row, { ...after, note })
    return counted
  }
  const corrected = stock === undefined ? row.stock : await correctStock(tx, admin, row, { stock, stockSeen, note })
  return { stock: corrected, uncounted: false }
}

/** @throws ShopError `invalid` if the product's prices, contents or stock, which follow from its variants, would change */
function assertVariantsUntouched(
  before: ProductValues,
  after: ProductValues,
  { stock, stockSeen, uncounted = false }: ProductChanges,
  days: Days,
): void {
  const textsOf = (values: ProductValues) => ({
    ...setPricesRecord.textsOf(values, days),
    ...measureRecord.textsOf(values),
  })
  const [was, is] = [textsOf(before), textsOf(after)]
  const isCorrected = stock !== undefined && stock !== (stockSeen ?? Math.min(before.stock, MAX_STOCK))
  const other = isCorrected ? "stock" : uncounted ? "uncounted" : null
  const names = [...setPricesRecord.names, ...measureRecord.names]
  const field = names.find((name) => was[name] !== is[name]) ?? other
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
