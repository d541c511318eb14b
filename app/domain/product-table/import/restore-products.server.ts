import { isDeepStrictEqual } from "node:util"
import { sql } from "kysely"
import type { ProductEditor } from "~/domain/accounts/actor"
import { factTexts } from "~/domain/catalog/facts/facts"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { restoreVersions } from "~/domain/catalog/variants/restore-versions.server"
import { isTakenSku } from "~/domain/catalog/variants/save-variants.server"
import { describeOptions, findVariant } from "~/domain/catalog/variants/variant"
import { setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { attemptStep, FAULT } from "~/domain/imports/attempt-step.server"
import { lockProducts } from "~/domain/inventory/lock-variants.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import type { CsvProduct, CsvVariant } from "../csv/product-columns"
import { readCsvProducts } from "../csv/read-csv-products.server"
import { type ProductOrigin, saveOrigins } from "../moving-in/origins.server"
import { changesOf } from "../preview/preview-variant"
import { slugsOf } from "./merge-options"
import type { KnownOrigin, ProductVersions, RowChanges } from "./product-import"
import { type WaitingRow, writeImported } from "./write-imported.server"

type ChangedRow = WaitingRow & { productLine: number; name: string }

/** The rows with which an import changed a product that the shop had before */
type ChangedProduct = [ChangedRow, ...ChangedRow[]]

interface Restoration {
  rows: WaitingRow[]
  /** Its versions before the import, and those that it added */
  versions: { former: ProductVersions; added: string[] } | undefined
  /** Its cells in the other shop before the import */
  origin: KnownOrigin | undefined
}

const CHANGED = "it was changed since"
const ADDED = "the import added versions or options to it"
const NO_FORMER = "its former values are not known"
const TOO_FEW = "too few of the units that the import added are left"
const DELETED = "This product was deleted since"

/** Refusals that name products before they count the others */
const NAMED = 3

/** @throws ShopError `conflict` with the names of products that cannot be changed back */
export async function assertRestorable(tx: Tx, importId: string): Promise<void> {
  const refused: string[] = []
  for await (const products of changedProducts(tx, importId)) {
    const found = await readCsvProducts(tx, products.map(idOf))
    const origins = await readOrigins(tx, products.map(idOf))
    for (const rows of products) {
      const current = found.find(({ id }) => id === idOf(rows))
      const plan = current && planOf(rows, current, origins)
      if (typeof plan === "string") refused.push(`${current?.name ?? rows[0].name}: ${plan}`)
    }
  }
  if (refused.length === 0) return
  const others = refused.length > NAMED ? `, and ${refused.length - NAMED} more` : ""
  throw conflict(`This import cannot be taken back. ${refused.slice(0, NAMED).join("; ")}${others}`)
}

/** Changes each product back with the outcome of its rows, so that it continues after an interruption. */
export async function restoreProducts(
  shop: Shop,
  { importId, note }: { importId: string; note: string },
  author: () => ProductEditor,
  signal?: AbortSignal,
): Promise<void> {
  for await (const products of changedProducts(shop, importId)) {
    for (const [{ productLine: line }] of products) {
      signal?.throwIfAborted()
      const giveUp = () => recordOutcome(shop, importId, line, FAULT)
      const step = { table: "product_imports" as const, importId, name: `undo ${line}`, giveUp, signal }
      await attemptStep(shop, step, () => restoreProduct(shop, { importId, line, note }, author))
    }
  }
}

async function restoreProduct(
  shop: Shop,
  { importId, line, note }: { importId: string; line: number; note: string },
  author: () => ProductEditor,
): Promise<void> {
  try {
    await shop.transaction(async (tx) => {
      const [rows] = groupsOf(await rowsOf(tx, importId, [line]).forUpdate().execute())
      if (!rows) return
      const id = idOf(rows)
      await lockProducts(tx, [id])
      const [current] = await readCsvProducts(tx, [id])
      if (!current) throw conflict(DELETED)
      const plan = planOf(rows, current, await readOrigins(tx, [id]))
      if (typeof plan === "string") throw conflict(`Not taken back: ${plan}`)
      if (plan.versions) await restoreVersions(tx, author(), id, plan.versions.former, plan.versions.added)
      const isOfVersion = ({ fields }: WaitingRow) => fields.selectedOptions !== undefined
      const own = plan.rows.filter((row) => !isOfVersion(row))
      for (const changed of [own, plan.rows.filter(isOfVersion)]) {
        if (changed.length > 0) await writeImported(tx, author(), changed, note)
      }
      if (plan.origin) await saveOrigins(tx, [{ ...plan.origin, productId: id }])
      await recordOutcome(tx, importId, line, null)
    })
  } catch (error) {
    const refusal = isTakenSku(error) ? conflict("Another product now has its former SKU") : error
    if (!(refusal instanceof ShopError)) throw error
    await recordOutcome(shop, importId, line, refusal.message)
  }
}

async function recordOutcome({ db }: Queryable, importId: string, line: number, kept: string | null): Promise<void> {
  await db
    .updateTable("product_import_rows")
    .set({ outcome: kept === null ? "undone" : "kept", message: kept ?? "" })
    .where("import_id", "=", importId)
    .where("product_line", "=", line)
    .where("outcome", "in", ["created", "updated"])
    .execute()
}

/** Products that are read together */
const PRODUCTS_AHEAD = 100

/** A row with a description that was not there before belongs to a new product. */
export const isOfNewProduct = sql<boolean>`bool_or(fields ? 'desc' and not coalesce(before, '{}') ? 'desc')`

async function* changedProducts({ db }: Queryable, importId: string): AsyncGenerator<ChangedProduct[]> {
  for (let after = 0; ; ) {
    const found = await db
      .selectFrom("product_import_rows")
      .select("product_line as line")
      .where("import_id", "=", importId)
      .where("product_line", ">", after)
      .where("outcome", "in", ["created", "updated"])
      .groupBy("product_line")
      .having(sql<boolean>`not ${isOfNewProduct}`)
      .orderBy("product_line")
      .limit(PRODUCTS_AHEAD)
      .execute()
    const lines = found.map(({ line }) => line)
    after = lines.at(-1) ?? after
    if (lines.length === 0) return
    yield groupsOf(await rowsOf({ db }, importId, lines).execute())
  }
}

function rowsOf({ db }: Pick<Queryable, "db">, importId: string, lines: readonly number[]) {
  return db
    .selectFrom("product_import_rows")
    .select(["line", "part", "product_line as productLine", "product_id as productId", "name", "outcome", "fields"])
    .select(sql<RowChanges>`coalesce(before, '{}')`.as("before"))
    .$narrowType<Pick<WaitingRow, "fields">>()
    .where("import_id", "=", importId)
    .where(sql<boolean>`product_line = any(${lines}::integer[])`)
    .where("outcome", "in", ["created", "updated"])
    .orderBy("product_line")
    .orderBy((row) => row("line", "<>", row.ref("product_line")))
    .orderBy("line")
    .orderBy("part")
}

function groupsOf(rows: readonly ChangedRow[]): ChangedProduct[] {
  const groups = new Map<number, ChangedRow[]>()
  for (const row of rows) {
    const group = groups.get(row.productLine)
    if (group) group.push(row)
    else groups.set(row.productLine, [row])
  }
  return [...groups.values()] as ChangedProduct[]
}

const idOf = ([{ productId }]: ChangedProduct) => productId ?? ""

async function readOrigins({ db }: Queryable, ids: readonly string[]): Promise<ProductOrigin[]> {
  return db
    .selectFrom("product_origins")
    .select(["source", "key", "site", "cells", "product_id as productId"])
    .where(sql<boolean>`product_id = any(${ids})`)
    .execute()
}

/** Returns the changes that undo these rows, or why they cannot be undone. */
function planOf(rows: ChangedProduct, current: CsvProduct, origins: readonly ProductOrigin[]): Restoration | string {
  const versions = versionsOf(rows, current)
  if (typeof versions === "string") return versions
  const plans = rows.map((row) => planOfRow(row, current))
  const reason = plans.find((plan) => typeof plan === "string")
  if (reason !== undefined) return reason
  const written = rows.find(({ fields }) => fields.origin?.known)
  const [known, origin] = [written?.fields.origin?.known, written?.before.origin?.known]
  if (known && !origin) return NO_FORMER
  const stored = origins.find(
    ({ source, key, productId }) => source === known?.source && key === known.key && productId === current.id,
  )
  if (known && !isDeepStrictEqual(stored?.cells, known.cells)) return CHANGED
  return { rows: (plans as (WaitingRow | null)[]).filter((plan) => plan !== null), versions, origin }
}

/** Returns the versions to restore, if the import added some; or why they cannot be. */
function versionsOf(rows: ChangedProduct, { options, variants }: CsvProduct): Restoration["versions"] | string {
  const row = rows.find(({ fields }) => fields.versions)
  const [former, imported] = [row?.before.versions, row?.fields.versions]
  if (!former || !imported) {
    const isAdded = rows.some(({ outcome, fields }) => outcome === "created" || fields.options !== undefined)
    return isAdded ? ADDED : undefined
  }
  const ids = new Set(variants.map(({ id }) => id))
  const isSame = ids.size === imported.ids.length && imported.ids.every((id) => ids.has(id))
  if (!isSame || describeOptions(options) !== describeOptions(imported.options)) return CHANGED
  return { former, added: imported.added ?? [] }
}

/** Fields that are not compared with the values of today */
const uncompared = ["stock", "stockSeen", "uncounted", "picture", "options", "selectedOptions", "origin", "versions"]

/** Returns null for a row that only added a version. */
function planOfRow({ fields: written, before, ...row }: ChangedRow, current: CsvProduct): WaitingRow | null | string {
  const isAdded = row.outcome === "created"
  // A version that was added has no former values, but its row may also have those of the product.
  const fields = isAdded ? productFieldsOf(written, before) : written
  const { selectedOptions } = fields
  const variant = isAdded ? undefined : variantOf(fields, current)
  const names = Object.keys(fields).filter((name) => !uncompared.includes(name)) as (keyof RowChanges)[]
  if (isAdded && names.length === 0) return null
  if (names.some((name) => !(name in before))) return NO_FORMER
  const today: Partial<Record<keyof RowChanges, unknown>> = { ...current, ...factTexts(current.facts), ...variant }
  const since = changesOf(names, today, fields)
  if (Object.keys(since.fields).length > 0 || (selectedOptions && !variant)) return CHANGED
  const units = unitsBefore({ fields, before }, variant)
  if (typeof units === "string") return units
  const former = Object.fromEntries(names.map((name) => [name, before[name]]))
  return {
    ...row,
    outcome: "update",
    before: fields,
    fields: {
      ...(variant && isOneOf(setPricesRecord.names, names) && setPricesRecord.pick(variant)),
      ...(variant && isOneOf(measureRecord.names, names) && measureRecord.pick(variant)),
      ...former,
      ...units,
      ...(selectedOptions && { selectedOptions }),
    },
  }
}

const productFieldsOf = (fields: RowChanges, before: RowChanges): RowChanges =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => name in before && !uncompared.includes(name)))

const isOneOf = (some: readonly string[], names: readonly string[]) => some.some((name) => names.includes(name))

function variantOf({ selectedOptions }: RowChanges, { options, variants }: CsvProduct): CsvVariant | undefined {
  if (!selectedOptions) return options.length === 0 ? variants[0] : undefined
  const slugs = slugsOf(options, selectedOptions)
  return slugs ? findVariant(variants, slugs) : undefined
}

/** Returns the change of the units, which takes back only those of the import, or why it is impossible. */
function unitsBefore({ fields, before }: Pick<WaitingRow, "fields" | "before">, variant?: CsvVariant) {
  if (before.stock === undefined && before.uncounted === undefined) return {}
  if (!variant || variant.uncounted !== (fields.uncounted ?? false)) return CHANGED
  if (before.uncounted) return { uncounted: true }
  if (before.uncounted === false) {
    const stock = variant.uncountedUnits ?? 0
    return stock < 0 ? TOO_FEW : { uncounted: false, stock }
  }
  const { stock = 0 } = before
  const { stock: stockSeen = 0 } = fields
  return variant.stock + stock - stockSeen < 0 ? TOO_FEW : { stock, stockSeen }
}
