import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import type { Days } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import { NO_UNITS, unitsAfter } from "~/domain/inventory/counting"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { MAX_STOCK } from "~/domain/inventory/stock"
import { recordStockMovements } from "~/domain/inventory/stock.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, ShopError, throwAll } from "~/domain/shop-error"
import { textKey } from "~/domain/text/text-key"
import { insertRecords } from "../insert-records.server"
import { offerRefusal, pricesAfter, saleMoments, toStoredPrices, withoutSale } from "../sale"
import { priceAssignments, priceRow } from "../sales/write-prices.server"
import { countUnits } from "./counting.server"
import { type LockedTable, lockVariantTable } from "./locked-variants.server"
import { skuKey } from "./sku-key.server"
import { lineTitle, MAX_VARIANTS, variantTitle } from "./variant"
import type { VariantChange } from "./variant-changes"
import { type EditedVariant, editedVariantRecord, setPricesRecord, variantRecord } from "./variant-record"
import { toEditedVariant, type VariantRow } from "./variant-rows.server"

/** Saves all rows or none; a refusal names a field such as `variants[3].price`. */
export async function saveVariants(
  shop: Shop,
  staff: ProductEditor,
  productId: string,
  changes: readonly VariantChange[],
  note?: string,
): Promise<void> {
  try {
    await shop.transaction((tx) => saveVariantsIn(tx, staff, productId, changes, note))
  } catch (error) {
    if (!isTakenSku(error)) throw error
    throw conflict("Someone has just used one of these SKUs: please save again")
  }
}

/** Returns whether another transaction has taken an SKU at the same time. */
export function isTakenSku(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === "variants_of_sku"
}

export async function saveVariantsIn(
  tx: Tx,
  staff: ProductEditor,
  productId: string,
  changes: readonly VariantChange[],
  note?: string,
): Promise<void> {
  const table = await lockVariantTable(tx, productId)
  const { edits, refusals } = planEdits(table, changes, daysOf(tx))
  if (edits.length === 0 && refusals.length === 0) return
  const owners = await findSkuOwners(tx, edits, productId)
  throwAll([...refusals, ...takenSkus(table, edits, owners)])
  assertSold(table, edits)
  await writeEdits(tx, edits)
  const movements = movementsOf(edits, staff, note)
  if (movements.length > 0) await recordStockMovements(tx, stockedOf(table, edits), movements)
  const counted = edits.flatMap(({ id, before, after }) => (before?.uncounted && !after.uncounted ? [id] : []))
  if (counted.length > 0) await countUnits(tx, counted)
  await tx.db.updateTable("products").set({ updated_at: tx.now() }).where("id", "=", productId).execute()
  await emit(tx, "product.updated", { actor: staff, ...auditOfEdits(productId, edits) })
}

export function planEdits(table: LockedTable, changes: readonly VariantChange[], days: Days) {
  const rows = changes.flatMap((change, row) => editOf(table, change, row, days) ?? [])
  return {
    edits: rows.flatMap((edit) => (edit instanceof ShopError ? [] : [edit])),
    refusals: rows.flatMap((edit) => (edit instanceof ShopError ? [edit] : [])),
  }
}

export function movementsOf(edits: readonly Edit[], staff: ProductEditor, note?: string) {
  const moved = edits.filter(({ units }) => units !== 0)
  return moved.map(({ id, units }) => {
    return { variant: id, change: units, reason: "correction" as const, actorId: staff.id, note }
  })
}

export function auditOfEdits(productId: string, edits: readonly Edit[]) {
  return {
    id: productId,
    before: Object.assign({}, ...edits.map(({ title, before }) => labelled(title, before))),
    after: Object.assign({}, ...edits.map(({ title, after }) => labelled(title, after))),
  }
}

function stockedOf(table: LockedTable, edits: readonly Edit[]) {
  return new Map(
    edits.map(({ id, title, known }) => {
      return [id, { id, name: lineTitle(table.name, title), stock: known?.uncountedUnits ?? known?.stock ?? 0 }]
    }),
  )
}

interface Facts extends EditedVariant {
  sold: boolean
  picture: string | null
}

export interface Edit {
  productId: string
  row: number
  id: string
  isNew: boolean
  known: VariantRow | undefined
  values: string[]
  title: string
  before: Facts | null
  after: Facts
  /** The change of stock */
  units: number
}

/** Returns null for a row that changes nothing, or the reason why it is refused. */
function editOf(table: LockedTable, change: VariantChange, row: number, days: Days): Edit | ShopError | null {
  const at = (field: string) => `variants[${row}].${field}`
  const { values } = change
  const title = variantTitle(table.options, values)
  const isKnown = values.every((slug, place) => table.options[place]?.values.some((value) => value.slug === slug))
  if (!isKnown || values.length !== table.options.length)
    return conflict("This version has no such value", at("values"))
  const sameValues = table.variants.filter((variant) => variant.values.join() === values.join())
  const known = sameValues.find(({ removedAt }) => removedAt === null) ?? sameValues.at(-1)
  const before = known ? factsOf(known, days) : null
  if (!known && !change.sold) return null
  const next = unitsAfter(known ?? { stock: 0, uncountedUnits: null }, change)
  if (!next) return invalid(NO_UNITS, at("stock"))
  const { units, ...counted } = next
  const after = { ...factsAfter(table, { before, known }, change, days), ...counted }
  if (before && sameFacts(before, after)) return null
  if (change.snapshot !== undefined && change.snapshot !== (known?.version ?? "")) {
    return conflict(`Someone has since changed ${lineTitle(table.name, title)}: please check it again`, at("values"))
  }
  const refusal = offerRefusal(after)
  if (refusal) return invalid(refusal.message, at(refusal.field))
  if (after.stock < 0) return conflict(`Only ${before?.stock ?? 0} are left in stock`, at("stock"))
  if (after.stock > MAX_STOCK) return conflict(`Stock can be at most ${MAX_STOCK}`, at("stock"))
  if (after.picture !== null && after.picture !== before?.picture && !table.pictures.includes(after.picture)) {
    return conflict("The product no longer has this picture: please choose another one", at("pictureId"))
  }
  const id = known?.id ?? ""
  return { productId: table.id, row, id, isNew: !known, known, values, title, before, after, units }
}

function factsOf(row: VariantRow, days: Days): Facts {
  return { ...toEditedVariant(row, days), sold: row.removedAt === null, picture: row.picture?.id ?? null }
}

function factsAfter(
  table: LockedTable,
  { before, known }: Pick<Edit, "before" | "known">,
  change: VariantChange,
  days: Days,
): Omit<Facts, "stock" | "uncounted"> {
  const base = before ?? {
    ...editedVariantRecord.emptied,
    ...{ price: cheapestPrice(table), position: table.variants.length, sold: true, picture: null },
  }
  const { sold = base.sold, pictureId } = change
  const stored = known ? toStoredPrices(known, days) : withoutSale({ price: base.price, compareAtPrice: null })
  return {
    ...base,
    ...editedVariantRecord.storedOf(change, days),
    ...pricesAfter(stored, setPricesRecord.sent(change)),
    picture: pictureId === undefined ? base.picture : pictureId,
    sold,
  }
}

/** Returns the lowest price outside of sales. */
function cheapestPrice({ price, variants }: LockedTable): number {
  const live = variants.filter(({ removedAt }) => removedAt === null)
  return live.length === 0 ? price : Math.min(...live.map((variant) => variant.regularPrice ?? variant.price))
}

function sameFacts(one: Facts, other: Facts): boolean {
  return (Object.keys(one) as (keyof Facts)[]).every((name) => one[name] === other[name])
}

export function assertSold(table: LockedTable, edits: readonly Edit[]): void {
  const edited = new Set(edits.map(({ id }) => id))
  const others = table.variants.filter(({ id, removedAt }) => removedAt === null && !edited.has(id)).length
  const sold = others + edits.filter(({ after }) => after.sold).length
  const field = `variants[${edits[0]?.row}].sold`
  if (sold === 0)
    throw invalid("A product needs at least one version: set its stock to 0, or delete the product", field)
  if (sold > MAX_VARIANTS) throw invalid(`A product has at most ${MAX_VARIANTS} versions`, field)
  if (new Set(edits.map(({ values }) => values.join())).size < edits.length) {
    throw invalid("A version is listed twice", field)
  }
}

const wantedSkus = (edits: readonly Edit[]) =>
  edits.flatMap(({ after }) => (after.sold && after.sku !== null ? [textKey(after.sku)] : []))

/** Returns the names of other products' variants that have these SKUs, by the SKUs' keys. */
export async function findSkuOwners(tx: Tx, edits: readonly Edit[], productId = ""): Promise<Map<string, string>> {
  const wanted = wantedSkus(edits)
  if (wanted.length === 0) return new Map()
  const rows = await tx.db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "product_id")
    .select([skuKey.as("sku"), lineTitleSql.as("name")])
    .where(sql<boolean>`${skuKey} = any(${wanted})`)
    .where("removed_at", "is", null)
    .where("product_id", "<>", productId)
    .execute()
  return new Map(rows.map(({ sku, name }) => [sku, name]))
}

export function takenSkus(
  table: LockedTable,
  edits: readonly Edit[],
  owners: ReadonlyMap<string, string>,
): ShopError[] {
  const edited = new Set(edits.map(({ id }) => id))
  const taken = new Map(
    table.variants.flatMap(({ id, sku, title, removedAt }) =>
      sku !== null && removedAt === null && !edited.has(id) ? [[textKey(sku), lineTitle(table.name, title)]] : [],
    ),
  )
  return edits.flatMap(({ row, title, after }) => {
    if (!after.sold || after.sku === null) return []
    const key = textKey(after.sku)
    const owner = taken.get(key) ?? owners.get(key)
    if (owner !== undefined) return [conflict(`${after.sku} is the SKU of ${owner}`, `variants[${row}].sku`)]
    taken.set(key, lineTitle(table.name, title))
    return []
  })
}

/** Frees the SKUs that change first, so that rows can swap them. */
export async function writeEdits(tx: Tx, edits: readonly Edit[]): Promise<void> {
  const days = daysOf(tx)
  const freed = edits.filter(({ before, after }) => {
    return before?.sku != null && (before.sku !== after.sku || before.sold !== after.sold)
  })
  const ids = freed.map(({ id }) => id)
  if (ids.length > 0) await tx.db.updateTable("variants").set({ sku: null }).where("id", "in", ids).execute()
  const known = edits.filter(({ isNew }) => !isNew)
  if (known.length > 0) await updateKnown(tx, known, days)
  const added = edits.filter(({ isNew }) => isNew)
  if (added.length > 0) await insertVariants(tx, added, days)
}

/** Counting begins later, after the units have moved. */
async function updateKnown(tx: Tx, edits: readonly Edit[], days: Days): Promise<void> {
  const rows = edits.map((edit) => ({ id: edit.id, ...ownColumns(tx, edit), ...offerColumns(edit, days) }))
  const own = Object.keys(ownColumns(tx, edits[0] as Edit)).map((name) => sql`${sql.id(name)} = edit.${sql.id(name)}`)
  await sql`
    update variants set ${sql.join([...own, ...priceAssignments("edit")])},
      uncounted_units = case when edit.uncounted_units is null then variants.uncounted_units
        else coalesce(variants.uncounted_units, 0) end
    from jsonb_populate_recordset(null::variants, ${JSON.stringify(rows)}::jsonb) edit
    where variants.id = edit.id`.execute(tx.db)
}

/** Without prices, and without the stock, which only the ledger changes */
function ownColumns({ now }: Tx, { title, after }: Edit) {
  const { stock: _, price: __, compare_at_price: ___, ...columns } = variantRecord.rowOf(after)
  return { ...columns, title, picture_id: after.picture, removed_at: after.sold ? null : now(), updated_at: now() }
}

function offerColumns({ known, before, after }: Edit, days: Days) {
  const moments = saleMoments(after, known && before ? { ...before, moments: known } : null, days)
  return { ...priceRow(after, moments), uncounted_units: after.uncounted ? (0 as const) : null }
}

async function insertVariants(tx: Tx, edits: Edit[], days: Days): Promise<void> {
  for (const edit of edits) edit.id = newObjectId(tx.now())
  const rows = edits.map((edit) => ({
    ...{ id: edit.id, product_id: edit.productId, option_values: edit.values, created_at: tx.now() },
    ...ownColumns(tx, edit),
    ...offerColumns(edit, days),
  }))
  await insertRecords(tx, "variants", rows)
}

function labelled(title: string, facts: Facts | null): object {
  const label = (name: string) => (title === "" ? name : `${title}: ${name}`)
  return Object.fromEntries(Object.entries(facts ?? {}).map(([name, value]) => [label(name), value]))
}
