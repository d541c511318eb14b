import { z } from "zod"
import { MAX_PRODUCT_IMAGES } from "~/domain/catalog/editing/image-edits"
import { measureRecord } from "~/domain/catalog/measures/measure-record"
import { offerRefusal, pricesAfter } from "~/domain/catalog/sale"
import { editedVariantRecord, offerRecord, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { NO_UNITS, unitsAfter } from "~/domain/inventory/counting"
import { StockUnits } from "~/domain/inventory/stock"
import type { AnyField } from "~/domain/records/fields"
import { bareSchema, type Changes, type Fields } from "~/domain/records/record"
import { cleanCode } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { cut } from "~/domain/text/cut"
import { withPlainBreaks } from "~/domain/text/text-lines"
import { describeIssue } from "~/domain/validation/validation"
import { wholeNumber } from "~/domain/validation/whole-number"
import type { ImportedVariant } from "../csv/imported-product"
import type { CsvVariant } from "../csv/product-columns"
import type { RowChanges } from "../import/product-import"

export interface RowPreview {
  fields: RowChanges
  before: RowChanges
  problem: string | null
  isNew?: boolean
}

/** The word that empties a value, which an empty cell would keep */
const NONE = /^none$/i

function optionalCell<S extends z.ZodType>(schema: S, none: "" | null = "") {
  return z
    .preprocess((text) => (typeof text === "string" && NONE.test(cleanCode(text)) ? none : text), schema)
    .optional()
}

type Cells<F extends Fields> = {
  [K in keyof F]: F[K]["schema"] extends z.ZodDefault ? Changes<F>[K] : F[K]["schema"]
}

/** The cells of a row: those of fields that a form may leave empty may be missing, or say "none". */
export function cellsOf<F extends Fields>(fields: F): z.ZodObject<Cells<F>> {
  const shape = Object.entries<AnyField>(fields).map(([name, { schema }]) => {
    return [name, schema instanceof z.ZodDefault ? optionalCell(bareSchema(schema)) : schema]
  })
  return z.object(Object.fromEntries(shape) as Cells<F>)
}

const PICTURE = `Picture must be the number of one of the product's pictures, from 1 to ${MAX_PRODUCT_IMAGES}`

const YES_OR_NO = "Uncounted must be yes or no"
const YesNo = codeText(100, YES_OR_NO, YES_OR_NO)
  .transform((text) => text.toLowerCase())
  .pipe(z.enum(["yes", "no"], YES_OR_NO))
  .transform((word) => word === "yes")

const NewCells = cellsOf(editedVariantRecord.fields).extend({
  stock: StockUnits.optional(),
  uncounted: YesNo.optional(),
  picture: optionalCell(wholeNumber(1, MAX_PRODUCT_IMAGES, PICTURE).nullable(), null),
})
const ChangedCells = NewCells.partial().extend({ stockSeen: StockUnits.optional() })

export function previewNewVariant(cells: ImportedVariant["cells"], pictures: readonly string[]): RowPreview {
  const parsed = NewCells.safeParse(cells, { error: describeIssue })
  if (!parsed.success) return refused(messageOf(parsed.error, cells))
  const { picture, ...fields } = parsed.data
  const empty = { ...setPricesRecord.emptied, ...measureRecord.emptied }
  const sent = { price: fields.price, ...setPricesRecord.sent(fields), ...measureRecord.sent(fields) }
  const refusal = offerRefusal({ ...empty, ...sent })
  if (refusal) return refused(quoting(refusal.message, cells[refusal.field]))
  if (fields.stock === undefined && !fields.uncounted) return refused(NO_UNITS)
  const pictured = pictureOf(picture, pictures)
  return pictured
    ? { fields: { ...fields, ...pictured }, before: {}, problem: null }
    : refused(quoting(PICTURE, cells.picture))
}

const compared = [
  ...editedVariantRecord.names.filter((name) => name !== "stock" && name !== "uncounted"),
  "pictureId" as const,
]

export function previewChangedVariant(
  cells: ImportedVariant["cells"],
  current: CsvVariant,
  pictures: readonly string[],
): RowPreview {
  const parsed = ChangedCells.safeParse(cells, { error: describeIssue })
  if (!parsed.success) return refused(messageOf(parsed.error, cells))
  const { stock, stockSeen, uncounted, picture, ...given } = parsed.data
  const pictured = pictureOf(picture, pictures)
  if (!pictured) return refused(quoting(PICTURE, cells.picture))
  const prices = pricesAfter(current.stored, setPricesRecord.sent(given))
  const measure = { ...measureRecord.pick(current), ...measureRecord.sent(given) }
  const refusal = offerRefusal({ ...prices, ...measure })
  if (refusal) return refused(quoting(refusal.message, cells[refusal.field]))
  const values = { ...given, ...prices, ...pictured }
  const { fields, before } = changesOf(compared, current, values)
  if (prices.salePrice !== null && fields.salePrice === undefined && changesOffer(fields)) {
    // Without the sale price, the price would be the one to pay, and end the sale.
    fields.salePrice = prices.salePrice
    before.salePrice = prices.salePrice
  }
  if (fields.pictureId !== undefined) {
    fields.picture = picture
    before.picture = pictures.indexOf(current.pictureId ?? "") + 1 || null
  }
  const units = unitsPreview(current, { stock, stockSeen, uncounted })
  if (typeof units === "string") return refused(quoting(units, cells.stock))
  return { fields: { ...fields, ...units.fields }, before: { ...before, ...units.before }, problem: null }
}

const changesOffer = (fields: RowChanges) => offerRecord.names.some((name) => fields[name] !== undefined)

/** Returns the changes of units, or why they are refused. */
function unitsPreview(
  current: CsvVariant,
  change: Parameters<typeof unitsAfter>[1],
): Pick<RowPreview, "fields" | "before"> | string {
  const after = unitsAfter({ stock: current.stock, uncountedUnits: current.uncounted ? 0 : null }, change)
  if (!after) return NO_UNITS
  if (after.stock < 0) return `Only ${current.stock} are left in stock`
  const { uncounted, stock } = after
  if (uncounted && current.uncounted) return { fields: {}, before: {} }
  if (uncounted || current.uncounted) {
    const before = { uncounted: current.uncounted, ...(uncounted && { stock: current.stock }) }
    return { fields: { uncounted, ...(!uncounted && { stock }) }, before }
  }
  if (after.units === 0) return { fields: {}, before: {} }
  return { fields: { stock, stockSeen: current.stock }, before: { stock: current.stock } }
}

/** Returns null for an unknown picture. */
function pictureOf(
  picture: number | null | undefined,
  pictures: readonly string[],
): { picture?: number | null; pictureId?: string | null } | null {
  if (picture === undefined) return {}
  if (picture === null) return { pictureId: null }
  const pictureId = pictures[picture - 1]
  return pictureId === undefined ? null : { pictureId }
}

export function changesOf<Field extends keyof RowChanges>(
  names: readonly Field[],
  current: { [Name in Field]?: unknown },
  values: Partial<Record<Field, unknown>>,
): Pick<RowPreview, "fields" | "before"> {
  const fields: RowChanges = {}
  const before: RowChanges = {}
  for (const name of names) {
    const was = current[name]
    if (values[name] === undefined || values[name] === (typeof was === "string" ? withPlainBreaks(was).trim() : was))
      continue
    Object.assign(fields, { [name]: values[name] })
    Object.assign(before, { [name]: was })
  }
  return { fields, before }
}

export function refused(problem: string | null): RowPreview {
  return { fields: {}, before: {}, problem }
}

/** Returns what is wrong, with the cell that it is about. */
export function messageOf(error: z.ZodError, cells: Readonly<Record<string, string | undefined>> = {}): string {
  return error.issues.map(({ message, path: [name] }) => quoting(message, cells[String(name)])).join(". ")
}

/** Appends the cell that a sentence is about. */
export function quoting(sentence: string, cell: string | undefined): string {
  return cell === undefined ? sentence : `${sentence} (“${cut(cell.replaceAll(/\s+/g, " ").trim(), 60)}”)`
}
