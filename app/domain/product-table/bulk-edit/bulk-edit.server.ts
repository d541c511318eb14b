import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { updateProductIn } from "~/domain/catalog/editing/update-product.server"
import { describeMeasure, type Measure } from "~/domain/catalog/measures/measure"
import { toProductFacts } from "~/domain/catalog/product-rows.server"
import { toStoredPrices } from "~/domain/catalog/sale"
import { saveVariantsIn } from "~/domain/catalog/variants/save-variants.server"
import { HAS_VARIANTS } from "~/domain/catalog/variants/variant"
import type { VariantChange } from "~/domain/catalog/variants/variant-changes"
import { type SetPrices, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { liveVariants, type VariantRow } from "~/domain/catalog/variants/variant-rows.server"
import type { Days } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import type { Cents } from "~/domain/money/money"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { type ProductTableRow, productTableColumns, toProductTable } from "../product-table.server"
import { applyBulkChange, type BulkChange, type BulkResult, pricesAfterBulk, problemOfSale } from "./bulk-change"
import type { ProductSnapshots } from "./bulk-edit-schema"

export interface BulkPreviewRow extends Partial<BulkResult> {
  product: BulkProduct
  /** The highest price of a product with options; `after` has the lowest. */
  highestAfter?: Cents
  /** Whether the compare-at price is dropped */
  endsSale?: boolean
  saleAfter?: SaleRange
  /** The contents of all variants */
  measureAfter?: string
}

/** `price` and `highestPrice` are those outside of sales. */
interface BulkProduct extends ProductTableRow {
  /** The prices and sales of the variants, for the snapshot */
  prices: string
  uncounted: boolean
  sale: SaleRange
  /** The contents of its variants */
  measure: string
}

/** The sale prices of a product's variants; null if none has one */
type SaleRange = (Omit<SetPrices, "price" | "compareAtPrice" | "salePrice"> & { lowest: Cents; highest: Cents }) | null

export async function previewBulkEdit(
  shop: Shop,
  _staff: ProductEditor,
  ids: string[],
  change: BulkChange | null,
): Promise<BulkPreviewRow[]> {
  const rows = await readProducts(shop, ids)
  const days = daysOf(shop)
  return rows.map(({ variants, ...row }) => {
    const [shown] = toProductTable(shop, [row]) as [ProductTableRow]
    const prices = setPricesOf(variants, days)
    const product = { ...shown, ...describeVariants(variants, prices) }
    return { product, ...(change && changeProduct(product, prices, change)) }
  })
}

function setPricesOf(variants: readonly VariantRow[], days: Days): SetPrices[] {
  return variants.map((variant) => setPricesRecord.pick(toStoredPrices(variant, days)))
}

function describeVariants(variants: readonly VariantRow[], prices: readonly SetPrices[]) {
  return {
    price: Math.min(...prices.map(({ price }) => price)),
    highestPrice: Math.max(...prices.map(({ price }) => price)),
    uncounted: variants.every(({ uncountedUnits }) => uncountedUnits !== null),
    prices: prices.map((one) => [one.price, one.salePrice, one.saleFrom, one.saleUntil].join(",")).join(" "),
    sale: saleRangeOf(prices),
    measure: [...new Set(variants.map(contentsOf))].join(", "),
  }
}

const contentsOf = (measure: Measure) => describeMeasure(measure) ?? "None"

function saleRangeOf(prices: readonly SetPrices[]): SaleRange {
  const onSale = prices.flatMap(({ salePrice }) => salePrice ?? [])
  const first = prices.find(({ salePrice }) => salePrice !== null)
  if (!first) return null
  return {
    lowest: Math.min(...onSale),
    highest: Math.max(...onSale),
    saleFrom: first.saleFrom,
    saleUntil: first.saleUntil,
  }
}

/** Prices and sales change in all variants; the stock of variants cannot be changed here. */
function changeProduct(
  product: Parameters<typeof applyBulkChange>[0] & { hasOptions: boolean },
  prices: readonly SetPrices[],
  change: BulkChange,
): Omit<BulkPreviewRow, "product"> & BulkResult {
  if (product.hasOptions && change.stock) return { after: product, problem: HAS_VARIANTS }
  const results = prices.map((before) => {
    const own = applyBulkChange({ ...product, price: before.price }, change)
    const after = pricesAfterBulk(before, change)
    return {
      after,
      problem: own.problem ?? problemOfSale(after),
      endsSale: before.compareAtPrice !== null && after.compareAtPrice === null,
    }
  })
  const own = results.map(({ after }) => after.price)
  const { after, problem } = applyBulkChange(product, change)
  return {
    after: { ...after, price: Math.min(...own) },
    highestAfter: Math.max(...own),
    endsSale: results.some(({ endsSale }) => endsSale),
    saleAfter: saleRangeOf(results.map((result) => result.after)),
    ...(change.measure && { measureAfter: contentsOf(change.measure) }),
    problem: results.find(({ problem }) => problem)?.problem ?? problem,
  }
}

/** @throws ShopError `conflict` if a price, contents or category have changed since, or the stock no longer allows it */
export async function applyBulkEdit(
  tx: Tx,
  staff: ProductEditor,
  snapshots: ProductSnapshots,
  change: BulkChange,
): Promise<number> {
  const ids = snapshots.map(({ id }) => id).sort()
  await lockProducts(tx, ids)
  const rows = await readProducts(tx, ids)
  const days = daysOf(tx)
  for (const id of ids) {
    const row = rows.find((row) => row.id === id)
    const snapshot = snapshots.find((product) => product.id === id)
    if (!row || !snapshot) throw notFound("One of these products no longer exists: please select the products again")
    const prices = setPricesOf(row.variants, days)
    const product = { ...toProductFacts(row), ...describeVariants(row.variants, prices) }
    const isSamePrice = snapshot.prices === "" ? product.price === snapshot.price : product.prices === snapshot.prices
    if ((change.price || change.sale) && !isSamePrice) {
      throw conflict(`The price of ${product.name} has since changed: please check the preview again`)
    }
    if (change.measure && product.measure !== snapshot.measure) {
      throw conflict(`The contents of ${product.name} have since changed: please check the preview again`)
    }
    if (change.category && product.category !== snapshot.category) {
      throw conflict(`The category of ${product.name} has since changed: please check the preview again`)
    }
    const { after, problem } = changeProduct({ ...product, stock: snapshot.stock }, prices, change)
    if (problem) throw conflict(`${product.name}: ${problem}`)
    const changesPrices = change.price !== null || change.sale !== null
    const [only] = prices
    if (product.hasOptions && (changesPrices || change.measure)) {
      const changed = prices.map((one) => ({ ...(changesPrices && pricesAfterBulk(one, change)), ...change.measure }))
      const variants = row.variants.map(({ values }, place): VariantChange => ({ values, ...changed[place] }))
      await saveVariantsIn(tx, staff, id, variants)
    }
    const units = { stock: after.stock, stockSeen: snapshot.stock, uncounted: after.uncounted }
    const changes = {
      ...(changesPrices && !product.hasOptions && only && pricesAfterBulk(only, change)),
      ...(!product.hasOptions && change.measure),
      ...(change.category && { category: after.category }),
      ...(change.status && { status: change.status }),
      ...(change.stock && { ...units, stockReason: "Bulk edit" }),
    }
    if (Object.keys(changes).length > 0) await updateProductIn(tx, staff, id, changes)
  }
  return snapshots.length
}

async function readProducts(shop: Queryable, ids: string[]) {
  return shop.db
    .selectFrom("products")
    .select([...productTableColumns, liveVariants.as("variants")])
    .where(sql<boolean>`id = any(${ids})`)
    .where("deleted_at", "is", null)
    .orderBy(inDictionaryOrder(sql`products.name`))
    .execute()
}
