import type { Categories } from "~/domain/catalog/categories/categories"
import { MAX_CATEGORY_NAME } from "~/domain/catalog/categories/category"
import { factTexts } from "~/domain/catalog/facts/facts"
import { NO_CATEGORY, productRecord } from "~/domain/catalog/product-record"
import { areDaysInOrder, DAYS_REVERSED } from "~/domain/catalog/publication/publication"
import { lineTitle, MAX_VARIANTS, TOO_MANY_VARIANTS } from "~/domain/catalog/variants/variant"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"
import { cleanCode } from "~/domain/text/clean-code"
import { cut } from "~/domain/text/cut"
import { textKey } from "~/domain/text/text-key"
import { describeIssue } from "~/domain/validation/validation"
import type { ImportedProduct, ImportedVariant } from "../csv/imported-product"
import type { CsvProduct } from "../csv/product-columns"
import type { ImportRow } from "../import/product-import"
import { cellsOf, changesOf, messageOf, quoting, type RowPreview, refused } from "./preview-variant"
import { previewVariants } from "./preview-variants"

const ownFields = Object.fromEntries(
  Object.entries(productRecord.fields).filter(([name]) => !(name in editedVariantRecord.fields)),
) as Omit<typeof productRecord.fields, keyof typeof editedVariantRecord.fields>

const NewCells = cellsOf(ownFields)
const ChangedCells = NewCells.partial()
const compared = Object.keys(ownFields) as (keyof typeof ownFields)[]

interface Known {
  products: ReadonlyMap<string, CsvProduct>
  categories: Categories
  taxClasses: readonly string[]
  /** Their names; files of other shops name none */
  responsiblePersons?: readonly string[]
}

export function keyOfProduct({ id }: ImportedProduct): string | null {
  return id === undefined ? null : cleanCode(id).toLowerCase()
}

/** Returns a row for each variant; an error in one refuses all. */
export function previewProduct(product: ImportedProduct, { products, ...known }: Known): ImportRow[] {
  const key = keyOfProduct(product)
  const current = key === null ? undefined : products.get(key)
  if (key !== null && !current) return errorRows(product, quoting("There is no product with this ID", product.id))
  if (product.variants.length > MAX_VARIANTS) return errorRows(product, TOO_MANY_VARIANTS)
  const own = previewOwn(product, current, known)
  const preview = previewVariants(product, current)
  const rows = product.variants.map((variant, place) => {
    const problem = refused(variant.problem ?? null)
    // A row that was not read has no other faults.
    const isRead = variant.problem === undefined || Object.keys(variant.cells).length > 0
    const parts = isRead ? [problem, place === 0 ? own : [], preview[place] ?? []].flat() : [problem]
    return toRow(product, variant, parts, current)
  })
  return failWholeProduct(rows)
}

export function errorRows(product: ImportedProduct, message: string): ImportRow[] {
  return product.variants.map((variant) => toRow(product, variant, [refused(message)], undefined))
}

function previewOwn(
  { cells }: ImportedProduct,
  current: CsvProduct | undefined,
  { categories, taxClasses, responsiblePersons = [] }: Omit<Known, "products">,
): RowPreview {
  const typed = cells.category?.trim()
  const category = typed ? categories.find(typed) : null
  const known = category ? { ...cells, category: category.name } : cells
  const preview = current ? previewChanged(known, current) : previewNew(known)
  const problems = [
    preview.problem,
    typed && !category ? unknownCategory(typed, categories) : null,
    unknownTaxClass(cells.taxClass?.trim(), taxClasses),
    unknownPerson(cells.responsiblePerson?.trim(), [
      ...responsiblePersons,
      ...(current?.facts.responsiblePerson ? [current.facts.responsiblePerson] : []),
    ]),
  ]
  const problem = problems.filter(Boolean).join(". ")
  return problem === (preview.problem ?? "") ? preview : refused(problem)
}

function unknownTaxClass(typed: string | undefined, known: readonly string[]): string | null {
  if (!typed || known.includes(typed)) return null
  return `There is no tax class “${cut(typed, 40)}”, only ${known.join(", ")}`
}

function unknownPerson(typed: string | undefined, known: readonly string[]): string | null {
  if (!typed || known.some((name) => textKey(name) === textKey(typed))) return null
  return `The settings have no responsible person “${cut(typed, 40)}”`
}

function unknownCategory(typed: string, { names }: Categories): string {
  const others = names.length > 0 ? `only ${names.join(", ")}` : "because the shop has no categories yet"
  return `${NO_CATEGORY}: there is no “${cut(typed, MAX_CATEGORY_NAME)}”, ${others}`
}

function previewNew(cells: ImportedProduct["cells"]): RowPreview {
  const parsed = NewCells.safeParse(cells, { error: describeIssue })
  if (!parsed.success) return refused(messageOf(parsed.error, cells))
  const { publishedFrom = null, publishedUntil = null } = parsed.data
  if (!areDaysInOrder({ publishedFrom, publishedUntil })) return refused(quoting(DAYS_REVERSED, cells.publishedUntil))
  return { fields: parsed.data, before: {}, problem: null }
}

function previewChanged(cells: ImportedProduct["cells"], current: CsvProduct): RowPreview {
  const parsed = ChangedCells.safeParse(cells, { error: describeIssue })
  if (!parsed.success) return refused(messageOf(parsed.error, cells))
  if (!areDaysInOrder({ ...current, ...parsed.data })) return refused(quoting(DAYS_REVERSED, cells.publishedUntil))
  return { ...changesOf(compared, { ...current, ...factTexts(current.facts) }, parsed.data), problem: null }
}

function toRow(
  { id, cells, options, variants }: ImportedProduct,
  { line, values, changes = [] }: ImportedVariant,
  parts: readonly RowPreview[],
  current: CsvProduct | undefined,
): ImportRow {
  const productLine = variants[0]?.line ?? line
  const name = lineTitle(current?.name ?? cells.name ?? id ?? "", values.join(", "))
  const message = parts.flatMap(({ problem }) => problem ?? []).join(". ")
  const row = { line, productLine, productId: current?.id ?? null, name, message, changes }
  if (message) return errorRow({ ...row, outcome: "same", fields: {}, before: {} }, message)
  const fields = Object.assign({}, ...parts.map((part) => part.fields))
  const before = Object.assign({}, ...parts.map((part) => part.before))
  const isNew = !current || parts.some((part) => part.isNew)
  if (!isNew && Object.keys(fields).length === 0) return { ...row, outcome: "same", fields, before }
  if (options.length > 0) fields.selectedOptions = options.map((name, place) => [name, values[place] ?? ""])
  return { ...row, outcome: isNew ? "create" : "update", fields, before }
}

export function errorRow(row: ImportRow, message: string): ImportRow {
  return { ...row, message, productId: null, outcome: "error", fields: {}, before: {} }
}

export function failWholeProduct(rows: ImportRow[]): ImportRow[] {
  const failed = rows.find(({ outcome }) => outcome === "error")
  if (!failed) return rows
  const message = `Line ${failed.line} of this product cannot be imported`
  return rows.map((row) => (row.outcome === "error" ? row : errorRow(row, message)))
}
