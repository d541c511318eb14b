import { productRecord } from "~/domain/catalog/product-record"
import { MAX_VARIANTS } from "~/domain/catalog/variants/variant"
import { cleanCode } from "~/domain/text/clean-code"
import { textKey } from "~/domain/text/text-key"
import { type ImportedProduct, type ImportedVariant, type ProductColumn, variantColumns } from "./imported-product"
import { type CsvColumn, optionColumns } from "./product-columns"

const ownColumns = productRecord.names.filter(
  (field): field is ProductColumn => !variantColumns.some((name) => name === field),
)

export interface CsvRow {
  /** The line number as editors count; the heading is line 1. */
  line: number
  /** Cells without empty ones */
  cells: Partial<Record<CsvColumn, string>>
  /** The reason why this row cannot be used */
  problem?: string
}

interface Group {
  first: CsvRow
  /** Indexes of the option columns in the file */
  places: number[]
  product: ImportedProduct
}

/** Treats a row without option values as a separate product. */
export async function* groupRows(rows: AsyncIterable<CsvRow>): AsyncGenerator<ImportedProduct> {
  let group: Group | undefined
  for await (const row of rows) {
    if (group && continues(group, row)) {
      group.product.variants.push(toVariant(row, group))
      continue
    }
    if (group) yield group.product
    group = beginGroup(row)
  }
  if (group) yield group.product
}

function beginGroup(first: CsvRow): Group {
  const { cells } = first
  const places = [...optionColumns.keys()].filter((place) => nameAt(first, place) || valueAt(first, place))
  const product: ImportedProduct = {
    id: cells._id,
    handle: cells.handle,
    cells: cellsOf(first, ownColumns),
    options: places.map((place) => nameAt(first, place)),
    variants: [],
  }
  const group = { first, places, product }
  product.variants.push(toVariant(first, group))
  return group
}

const nameAt = ({ cells }: CsvRow, place: number) => cells[optionColumns[place]?.[0] ?? "_id"]?.trim() ?? ""
const valueAt = ({ cells }: CsvRow, place: number) => cells[optionColumns[place]?.[1] ?? "_id"]?.trim() ?? ""

/** This limit keeps a file from being held as one product; a group with too many variants is refused as a whole. */
function continues({ first, places, product }: Group, row: CsvRow): boolean {
  const isNamed = (["_id", "handle"] as const).some((name) => first.cells[name] !== undefined && row.cells[name])
  const isSame = (["_id", "handle"] as const).every(
    (name) => row.cells[name] === undefined || sameText(row.cells[name], first.cells[name]),
  )
  return (
    isNamed && isSame && product.variants.length <= MAX_VARIANTS && places.some((place) => valueAt(row, place) !== "")
  )
}

const sameText = (one: string, other = "") => textKey(cleanCode(one)) === textKey(cleanCode(other))

function toVariant(row: CsvRow, group: Group): ImportedVariant {
  const problem = problemOf(row, group)
  return {
    line: row.line,
    values: group.places.map((place) => valueAt(row, place)),
    cells: cellsOf(row, variantColumns),
    ...(problem && { problem }),
  }
}

function problemOf(row: CsvRow, { first, places, product }: Group): string | null {
  if (row.problem !== undefined) return row.problem
  for (const place of optionColumns.keys()) {
    const [option, name, value] = [nameAt(first, place), nameAt(row, place), valueAt(row, place)]
    if (option === "" && (name || value)) return `Please enter the name of option ${place + 1} in line ${first.line}`
    if (name !== "" && name !== option) return `Option ${place + 1} is ${option} in line ${first.line}`
    if (places.includes(place) && value === "") return `Please enter the ${option.toLowerCase()} of this version`
  }
  const other = ownColumns.find((name) => row.cells[name] !== undefined && row.cells[name] !== product.cells[name])
  return other ? `Please change ${other} in line ${first.line}, the first of this product` : null
}

function cellsOf<Column extends CsvColumn>({ cells }: CsvRow, columns: readonly Column[]) {
  return Object.fromEntries(
    columns.flatMap((column) => (cells[column] === undefined ? [] : [[column, cells[column]]])),
  ) as Partial<Record<Column, string>>
}
