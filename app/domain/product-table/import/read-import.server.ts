import { sql } from "kysely"
import { insertRecords } from "~/domain/catalog/insert-records.server"
import { skuKey } from "~/domain/catalog/variants/sku-key.server"
import type { FileSource } from "~/domain/csv/csv-file.server"
import { daysOf } from "~/domain/days/shop-days.server"
import { storedBytes } from "~/domain/imports/stored-files.server"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { isObjectId } from "~/domain/object-id"
import { taxClassesOf } from "~/domain/pricing/rules"
import { responsiblePersonsOf } from "~/domain/settings/responsible-persons"
import type { Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import type { ImportedProduct } from "../csv/imported-product"
import { readCsvProducts } from "../csv/read-csv-products.server"
import { findingsOf } from "../findings/findings"
import { saveFindings, saveSummary } from "../findings/save-findings.server"
import { MovingInPreview } from "../moving-in/moving-in-preview.server"
import { errorRow, errorRows, failWholeProduct, keyOfProduct, previewProduct } from "../preview/preview-product"
import { picturesOf } from "./import-files"
import type { ImportChoices } from "./import-filter"
import { findMapping } from "./import-mappings.server"
import { type FileForm, type ImportRow, type ImportStatus, OWN_SOURCE, type ProductImport } from "./product-import"

interface ReadOptions {
  choices: ImportChoices
  /** Receives the number of rows so far */
  onProgress?: (rows: number) => Promise<void>
}

/**
 * Previews all rows of a file and writes them to its import, unless its columns or the meaning of its numbers are
 * unknown.
 *
 * @throws ShopError `invalid` for field `file`
 */
export async function readImport(
  tx: Tx,
  importId: string,
  source: FileSource,
  { choices, onProgress }: ReadOptions,
): Promise<void> {
  const { openImportFile } = await import("./import-file.server")
  const { pricing } = tx.settings.current
  const days = daysOf(tx)
  const answers = choices.answers ?? {}
  const file = await openImportFile(source, {
    today: days.dayOf(tx.now()),
    timeZone: days.zone,
    currency: pricing.currency,
    taxClasses: taxClassesOf(pricing.taxes),
    answers,
    findMapping: (headings) => findMapping(tx, headings),
  })
  if (file.source === null) {
    await finishReading(tx, importId, { status: "mapping", form: file.form, headings: file.headings })
    return
  }
  const { mapping, form, headings, context } = file
  const read = { source: file.source, form, headings, mapping }
  if (file.products === null) {
    const questions = [...context.questions.values()]
    await finishReading(tx, importId, { ...read, status: "asking", questions })
    return
  }
  const seen: Seen = { ids: new Set(), skus: new Map(), parts: new Map() }
  const isPictured = choices.fetchesPictures === true || (await storedBytes(tx, picturesOf(importId))) !== null
  const origins =
    file.source === OWN_SOURCE ? null : new MovingInPreview(tx, choices, isPictured, file.context, file.source)
  let count = 0
  for await (const slice of slicesOf(file.products)) {
    const rows = await previewSlice(tx, slice, seen, origins)
    await insertRows(tx, importId, rows, { seen, isPictured })
    count += rows.length
    await onProgress?.(count)
  }
  if (count === 0) throw invalid("There are no rows below the heading", "file")
  await finishReading(tx, importId, {
    ...read,
    status: "checked",
    questions: [...context.questions.values()],
    notes: [...context.notes],
    newCategories: origins?.newCategories ?? [],
    rowsRead: count,
  })
  await saveSummary(tx, importId)
}

interface ReadResult extends Partial<Pick<ProductImport, "source" | "mapping" | "headings" | "questions" | "notes">> {
  status: ImportStatus
  form: FileForm
  newCategories?: readonly string[]
  rowsRead?: number
}

async function finishReading(tx: Tx, importId: string, read: ReadResult): Promise<void> {
  const { status, source = "", form, mapping = null, headings = null } = read
  await tx.db
    .updateTable("product_imports")
    .set({
      status,
      source,
      form: JSON.stringify(form),
      mapping: mapping && JSON.stringify(mapping),
      headings: headings && JSON.stringify(headings),
      questions: JSON.stringify(read.questions ?? []),
      notes: JSON.stringify(read.notes ?? []),
      new_categories: JSON.stringify(read.newCategories ?? []),
      rows_read: read.rowsRead ?? 0,
    })
    .where("id", "=", importId)
    .execute()
}

/** The number of rows previewed and written together */
const SLICE = 500

async function* slicesOf(products: AsyncIterable<ImportedProduct>): AsyncGenerator<ImportedProduct[]> {
  let [slice, rows]: [ImportedProduct[], number] = [[], 0]
  for await (const product of products) {
    slice.push(product)
    rows += product.variants.length
    if (rows < SLICE) continue
    yield slice
    slice = []
    rows = 0
  }
  if (slice.length > 0) yield slice
}

interface Seen {
  ids: Set<string>
  /** The line of each SKU, by its key */
  skus: Map<string, number>
  /** The number of variants that came from a line */
  parts: Map<number, number>
}

async function previewSlice(
  tx: Tx,
  slice: readonly ImportedProduct[],
  seen: Seen,
  origins: MovingInPreview | null,
): Promise<ImportRow[]> {
  await origins?.begin(slice)
  const found = await readCsvProducts(tx, slice.map((product) => keyOfProduct(product) ?? "").filter(isObjectId))
  const known = {
    products: new Map(found.map((product) => [product.id, product])),
    categories: tx.categories.current,
    taxClasses: taxClassesOf(tx.settings.current.pricing.taxes),
    responsiblePersons: responsiblePersonsOf(tx.settings.current).map(({ name }) => name),
  }
  const previews = slice.map((product) => {
    const key = keyOfProduct(product)
    if (key !== null && seen.ids.has(key)) return errorRows(product, "This ID is already used in an earlier row")
    if (key !== null) seen.ids.add(key)
    return origins ? origins.preview(product) : previewProduct(product, known)
  })
  const owners = await findSkuOwners(tx, previews.flat())
  const decide = origins ? dropTakenSku : refuseTakenSku
  return previews.flatMap((rows) => failWholeProduct(rows.map((row) => decide(row, owners, seen.skus))))
}

type SkuOwner = Record<"productId" | "name", string>

async function findSkuOwners(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, SkuOwner>> {
  const wanted = rows.flatMap(({ fields }) => (fields.sku ? textKey(fields.sku) : []))
  if (wanted.length === 0) return new Map()
  const owners = await tx.db
    .selectFrom("variants")
    .innerJoin("products", "products.id", "product_id")
    .select([skuKey.as("sku"), "product_id as productId", lineTitleSql.as("name")])
    .where(sql<boolean>`${skuKey} = any(${wanted})`)
    .where("removed_at", "is", null)
    .execute()
  return new Map(owners.map(({ sku, ...owner }) => [sku, owner]))
}

/** Returns why this row cannot have its SKU. Variants of one product may swap their SKUs. */
function takenSku(row: ImportRow, owners: ReadonlyMap<string, SkuOwner>, lines: Map<string, number>): string | null {
  const { sku } = row.fields
  if (!sku) return null
  const key = textKey(sku)
  const owner = owners.get(key)
  const line = lines.get(key)
  lines.set(key, line ?? row.line)
  if (line !== undefined) return `${sku} is already the SKU of line ${line}`
  return owner && owner.productId !== row.productId ? `${sku} is the SKU of ${owner.name}` : null
}

function refuseTakenSku(row: ImportRow, owners: ReadonlyMap<string, SkuOwner>, lines: Map<string, number>): ImportRow {
  const problem = takenSku(row, owners, lines)
  return problem === null ? row : errorRow(row, problem)
}

/** Products of other shops are imported without an SKU that is used twice. */
function dropTakenSku(row: ImportRow, owners: ReadonlyMap<string, SkuOwner>, lines: Map<string, number>): ImportRow {
  const reason = takenSku(row, owners, lines)
  if (reason === null) return row
  const { sku = "", ...fields } = row.fields
  const group = "Another version has this SKU"
  const change = { line: row.line, heading: "SKU", cell: sku ?? "", becomes: "", reason, about: "skus" as const, group }
  return { ...row, fields, changes: [...row.changes, change] }
}

async function insertRows(
  tx: Tx,
  importId: string,
  rows: ImportRow[],
  { seen: { parts }, isPictured }: { seen: Seen; isPictured: boolean },
): Promise<void> {
  const partOf = (line: number) => {
    const part = parts.get(line) ?? 0
    parts.set(line, part + 1)
    return part
  }
  const placed = rows.map((row) => ({ ...row, part: partOf(row.line) }))
  const values = placed.map(({ productLine, productId, name, message, ...row }) => ({
    import_id: importId,
    line: row.line,
    product_line: productLine,
    product_id: productId,
    name: cut(name, 200),
    outcome: row.outcome,
    fields: row.fields,
    before: row.before,
    message: cut(message, 1_000),
    changes: row.changes,
    part: row.part,
    adds_product: row.outcome === "create" && productId === null,
  }))
  for (let start = 0; start < values.length; start += SLICE) {
    await insertRecords(tx, "product_import_rows", values.slice(start, start + SLICE))
  }
  const findings = placed.flatMap((row) =>
    findingsOf(row, isPictured).map((finding) => ({ ...finding, line: row.line, part: row.part })),
  )
  await saveFindings(tx, importId, findings)
}
