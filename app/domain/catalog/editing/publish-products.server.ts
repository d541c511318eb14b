import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { batchAudit } from "~/domain/audit/audit-log.server"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { insertMovements } from "~/domain/inventory/stock.server"
import type { Tx } from "~/domain/shop"
import { invalid, resultOrRefusal, ShopError, throwAll } from "~/domain/shop-error"
import { textKey } from "~/domain/text/text-key"
import { insertRecords } from "../insert-records.server"
import { measureRecord } from "../measures/measure-record"
import type { ProductFields } from "../product"
import { NO_CATEGORY } from "../product-record"
import { isOnSaleAt, saleMoments } from "../sale"
import { insertSale, todaysPrices } from "../sales/write-prices.server"
import { sellUncounted } from "../variants/counting.server"
import type { LockedTable } from "../variants/locked-variants.server"
import {
  assertSold,
  auditOfEdits,
  type Edit,
  findSkuOwners,
  movementsOf,
  planEdits,
  takenSkus,
  writeEdits,
} from "../variants/save-variants.server"
import { lineTitle, type ProductOption } from "../variants/variant"
import type { VariantChange } from "../variants/variant-changes"
import { offerRecord, type SetPrices, variantRecord } from "../variants/variant-record"
import type { VariantRow } from "../variants/variant-rows.server"
import { auditOfNew, descriptionRow, eventOf, newPrices, openingOf, productRow } from "./publish-product.server"

export interface NewProduct {
  fields: ProductFields
  options: readonly ProductOption[]
  /** All variants of a product with options; otherwise the only one, if it has more than the product's own fields */
  variants: readonly VariantChange[]
}

/**
 * Publishes many products with about as many statements as one takes. Returns the id or the refusal of each. Rows are
 * written in the order of one product's: category, product, variants, ledger, description; what all transactions share
 * (the catalogue's version, names of options, words) is locked last.
 */
export async function publishProducts(
  tx: Tx,
  staff: ProductEditor,
  products: readonly NewProduct[],
  note: string,
): Promise<(string | ShopError)[]> {
  const categories = await lockCategories(tx, products)
  const planned = products.map((product) => resultOrRefusal(() => planProduct(tx, staff, product, categories)))
  const owners = await findSkuOwners(
    tx,
    planned.flatMap((plan) => (plan instanceof ShopError ? [] : plan.edits)),
  )
  const plans = planned.map((plan) =>
    plan instanceof ShopError ? plan : resultOrRefusal(() => claimSkus(plan, owners)),
  )
  const written = plans.flatMap((plan) => (plan instanceof ShopError ? [] : [plan]))
  if (written.length > 0) await writeProducts(tx, staff, written, note)
  return plans.map((plan) => (plan instanceof ShopError ? plan : plan.row.id))
}

interface Plan extends NewProduct {
  row: ReturnType<typeof productRow>
  prices: SetPrices
  table: LockedTable
  edits: Edit[]
}

/** Locks the categories against deletion until the transaction ends. */
async function lockCategories(tx: Tx, products: readonly NewProduct[]): Promise<ReadonlySet<string>> {
  const keys = products.flatMap(({ fields }) => tx.categories.current.find(fields.category)?.key ?? [])
  const rows = await tx.db
    .selectFrom("categories")
    .select("key")
    .where(sql<boolean>`key = any(${[...new Set(keys)]})`)
    .where("deleted_at", "is", null)
    .orderBy("key")
    .forShare()
    .execute()
  return new Set(rows.map(({ key }) => key))
}

function planProduct(tx: Tx, staff: ProductEditor, product: NewProduct, categories: ReadonlySet<string>): Plan {
  const { fields, options, variants } = product
  const { key = "" } = tx.categories.current.find(fields.category) ?? {}
  if (!categories.has(key)) throw invalid(NO_CATEGORY, "category")
  const row = productRow(tx, fields, key, { actorId: staff.id, options })
  const table = tableOf(tx, row, product)
  const { edits, refusals } = planEdits(table, variants, daysOf(tx))
  throwAll(refusals)
  if (edits.length > 0) assertSold(table, edits)
  return { ...product, row, prices: newPrices(tx, fields), table, edits }
}

/** What the table of a product is after its row is inserted, whose trigger adds the variant without options */
function tableOf(tx: Tx, row: Plan["row"], { fields, options }: NewProduct): LockedTable {
  const { id, name, price, compare_at_price } = row
  return {
    ...{ id, name, options: [...options], price, compare_at_price, prior_price: null, pictures: [] },
    variants: options.length === 0 ? [onlyVariant(tx, row, fields)] : [],
  }
}

function onlyVariant(tx: Tx, row: Plan["row"], fields: ProductFields): VariantRow {
  const prices = newPrices(tx, fields)
  const moments = saleMoments(prices, null, daysOf(tx))
  const isOnSale = prices.salePrice !== null && isOnSaleAt(tx.now(), moments)
  const [from, until] = [moments.saleFrom?.toISOString() ?? null, moments.saleUntil?.toISOString() ?? null]
  return {
    ...{ id: row.id, values: [], title: "", priorPrice: null, picture: null, removedAt: null, version: "" },
    ...variantRecord.pick({
      ...variantRecord.emptied,
      ...offerRecord.valuesOf(row),
      ...measureRecord.valuesOf(row),
      ...{ stock: fields.uncounted ? 0 : (fields.stock ?? 0), position: 0 },
    }),
    uncountedUnits: fields.uncounted ? 0 : null,
    regularPrice: prices.salePrice === null ? null : prices.price,
    regularCompareAtPrice: prices.salePrice === null ? null : prices.compareAtPrice,
    salePrice: prices.salePrice,
    ...{ saleFrom: from, saleUntil: until, isOnSale, priceChangesAt: isOnSale ? until : from },
  }
}

function claimSkus(plan: Plan, owners: Map<string, string>): Plan {
  throwAll(takenSkus(plan.table, plan.edits, owners))
  for (const { after, title } of plan.edits) {
    if (after.sku !== null) owners.set(textKey(after.sku), lineTitle(plan.table.name, title))
  }
  return plan
}

/** Products are hidden until they have their words, because each version of a public one is written to 30 indexes. */
async function writeProducts(tx: Tx, staff: ProductEditor, plans: readonly Plan[], note: string): Promise<void> {
  await sql`
    select set_config('counter.adds_products', pg_current_xact_id()::text, true),
      set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx.db)
  await insertRecords(
    tx,
    "products",
    plans.map((plan) => ({ ...plan.row, ...pricesOf(tx, plan), options: plan.options, is_draft: true })),
  )
  for (const { row, prices } of plans) if (prices.salePrice !== null) await insertSale(tx, row.id, prices)
  const uncounted = plans.flatMap(({ row, fields }) => (fields.uncounted ? [row.id] : []))
  if (uncounted.length > 0) await sellUncounted(tx, uncounted)
  const edits = plans.flatMap((plan) => plan.edits)
  if (edits.length > 0) await writeEdits(tx, edits)
  const counted = plans.filter(({ fields }) => !fields.uncounted)
  const opening = counted.map(({ row, fields }) => openingOf(row.id, fields, staff.id))
  await insertMovements(tx, [...opening, ...movementsOf(edits, staff, note)])
  await sql`select set_config('plan_cache_mode', 'auto', true)`.execute(tx.db)
  const audited = batchAudit(tx)
  for (const { row, fields, options, edits } of plans) {
    const after = auditOfNew(tx, fields, options.length > 0 ? options : undefined)
    await emit(audited.tx, eventOf(fields), { actor: staff, id: row.id, after })
    if (edits.length > 0) await emit(audited.tx, "product.updated", { actor: staff, ...auditOfEdits(row.id, edits) })
  }
  await audited.write()
  await insertRecords(
    tx,
    "product_descriptions",
    plans.map(({ row, fields }) => descriptionRow(row.id, fields)),
  )
  const [ids, drafts] = [plans.map(({ row }) => row.id), plans.map(({ row }) => row.is_draft)]
  await sql`
    update products set words = words_of(products), is_draft = added.is_draft
    from unnest(${ids}::text[], ${drafts}::boolean[]) added (id, is_draft) where products.id = added.id`.execute(tx.db)
}

/** Returns the prices that the trigger derives from the variants, so that it changes nothing. */
function pricesOf(tx: Tx, { options, edits }: Plan): object {
  const [cheapest, ...others] = edits
    .map(({ after }) => ({
      ...todaysPrices(tx, after),
      ...measureRecord.rowOf(measureRecord.pick(after)),
      position: after.position,
    }))
    .toSorted((one, other) => one.price - other.price || one.position - other.position)
  if (options.length === 0 || !cheapest) return {}
  const { position: _, ...prices } = cheapest
  return { ...prices, highest_price: (others.at(-1) ?? cheapest).price }
}

/**
 * Runs last in the transaction: teaches the words of all products at once, after the catalogue's version is raised, in
 * the order in which the triggers of other transactions lock these.
 */
export async function learnSearchWords(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`set constraints all immediate`.execute(tx.db)
  await sql`
    select learn_words_of(array(select id::text from products where id = any(${ids}) and is_public))`.execute(tx.db)
}
