import { unescapeFormula } from "~/domain/csv/csv-cell"
import { type CsvFile, type FileSource, openCsv, separatorNames } from "~/domain/csv/csv-file.server"
import type { Day } from "~/domain/days/days"
import type { CurrencyCode } from "~/domain/money/currency"
import { invalid } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import { type CsvRow, groupRows } from "../csv/group-rows"
import type { ImportedProduct } from "../csv/imported-product"
import { type DecimalMark, NumberColumn, type NumberFormat, readNumber } from "../csv/number-columns"
import { currencyInHeading, otherCurrency } from "../csv/price-currency"
import { type CsvColumn, csvColumns } from "../csv/product-columns"
import { byHand, type HandMapping } from "../moving-in/by-hand"
import type { ImportAnswers, ImportQuestion } from "../moving-in/read-context"
import { ReadContext } from "../moving-in/read-context"
import { recognise } from "../moving-in/recognise"
import {
  columnOf,
  describeMapping,
  headingKey,
  type SheetFormat,
  type SheetKeys,
  type SheetMapping,
  type SheetRow,
} from "../moving-in/sheet"
import { MAX_CHOSEN_COLUMNS } from "./import-limits"
import { type FileForm, OWN_SOURCE, type UnknownHeading } from "./product-import"

export interface ReadSettings {
  today: Day
  timeZone: string
  currency: CurrencyCode
  taxClasses: readonly string[]
  answers: ImportAnswers
  /** Finds the columns that were chosen by hand for a file with these headings. */
  findMapping(headings: readonly string[]): Promise<HandMapping | null>
}

export interface ImportFile {
  source: string
  form: FileForm
  mapping: SheetMapping | null
  /** Questions and statements about the file, complete once its products were read */
  context: Pick<ReadContext, "questions" | "notes" | "ask" | "note">
  /** The headings of a file whose columns were chosen */
  headings: UnknownHeading[] | null
  /** Null while a question has no answer that is needed to read them */
  products: AsyncIterable<ImportedProduct> | null
}

/** A file of an unknown system, whose columns are to be chosen */
export interface UnknownFile {
  source: null
  form: FileForm
  headings: UnknownHeading[]
}

const SAMPLE_ROWS = 200

/** Detects the format by the headings. @throws ShopError `invalid` for field `file` */
export async function openImportFile(source: FileSource, settings: ReadSettings): Promise<ImportFile | UnknownFile> {
  const file = await openCsv(source)
  const { headings } = file
  if (isOwn(headings)) {
    const isPrice = (place: number) => /price/i.test(headings[place] ?? "")
    const numbers = await findNumbers(file, ownNumbers(headings), { isPrice, currency: settings.currency })
    const context = new ReadContext(settings, new Map())
    const read = askAboutNumbers(numbers, context)
    const form = formOf(file, read)
    const mapping = headings.map((heading) => ({
      heading: cut(heading, 100),
      becomes: isOwnColumn(heading) ? heading : null,
    }))
    const isWhole = mapping.every(({ becomes }) => becomes !== null)
    return {
      source: OWN_SOURCE,
      form,
      mapping: isWhole ? mapping : withSamples(mapping, unknownHeadings(headings, await sampleOf(file))),
      headings: null,
      context,
      products: read && groupRows(readOwnRows(file, read)),
    }
  }
  const rows = await sampleOf(file)
  const known = recognise(headings, rows) ?? (await mappedByHand(headings, settings))
  const shown = unknownHeadings(headings, rows)
  if (!known && headings.length > MAX_CHOSEN_COLUMNS) throw tooManyColumns()
  if (!known) return { source: null, form: formOf(file, []), headings: shown }
  const read = await readSheet(file, known, settings)
  const mapping = read.mapping && withSamples(read.mapping, shown)
  return { ...read, mapping, headings: known.format.name === byHand.name ? shown : null }
}

function tooManyColumns() {
  const message = `A file of another program may have at most ${MAX_CHOSEN_COLUMNS} columns: please remove some of them`
  return invalid(message, "file")
}

const isOwnColumn = (heading: string): heading is CsvColumn => csvColumns.includes(heading as CsvColumn)

/** Other columns of a file with ids are ignored. */
const isOwn = (headings: readonly string[]) => headings.includes("_id") || headings.every(isOwnColumn)

async function mappedByHand(headings: readonly string[], settings: ReadSettings) {
  const keys = await settings.findMapping(headings)
  return keys && { format: byHand as SheetFormat, keys }
}

async function readSheet(
  file: CsvFile,
  { format, keys }: { format: SheetFormat; keys: SheetKeys },
  settings: ReadSettings,
): Promise<Omit<ImportFile, "headings">> {
  const { headings } = file
  const numbers = await findNumbers(
    file,
    keys.map((key) => (key === null ? undefined : columnOf(format, key)?.number)),
    {
      isPrice: (place) => /price/i.test(columnOf(format, keys[place] ?? "")?.becomes ?? ""),
      currency: settings.currency,
    },
  )
  const named = keys.flatMap((key, place): [string, string][] => (key === null ? [] : [[key, headings[place] ?? ""]]))
  const context = new ReadContext(settings, new Map(named))
  const read = askAboutNumbers(numbers, context, (place) => keys[place]?.split(" ", 1)[0])
  return {
    source: format.name,
    form: formOf(file, read),
    mapping: describeMapping(format, headings, keys),
    context,
    products: read && format.read(() => readRows(file, keys, read, (cell) => cell), context),
  }
}

/** The columns of Counter's own file that have numbers */
function ownNumbers(headings: readonly string[]) {
  const numeric = ["price", "compareAtPrice", "salePrice", "stock", "stockSeen", "weightGrams", "measureAmount"]
  return headings.map((heading) => (numeric.includes(heading) ? ("program" as const) : undefined))
}

type ColumnNumber = (NumberFormat & { heading: string }) | null

interface PriceColumns {
  isPrice(place: number): boolean
  currency: CurrencyCode
}

/**
 * Finds how the numbers of each column are written, from all of its cells.
 *
 * @throws ShopError `invalid` if a price is in another currency
 */
async function findNumbers(
  file: CsvFile,
  kinds: readonly ("typed" | "program" | undefined)[],
  { isPrice, currency }: PriceColumns,
): Promise<ColumnNumber[]> {
  const prices = kinds.map((kind, place) => kind !== undefined && isPrice(place))
  for (const [place, heading] of file.headings.entries()) {
    const other = prices[place] ? currencyInHeading(heading, currency) : null
    if (other !== null) throw wrongCurrency(`The column “${cut(heading, 60)}” is in ${other}`, currency)
  }
  const columns = kinds.map((kind) => (kind === undefined ? null : { kind, column: new NumberColumn() }))
  if (columns.some((column) => column !== null)) {
    for await (const { line, cells } of file.rows((place) => columns[place] != null)) {
      for (const [place, cell] of cells.entries()) {
        if (cell === "") continue
        columns[place]?.column.add(cell)
        if (!prices[place] || !HAS_WORD.test(cell) || otherCurrency(cell, currency) === null) continue
        const where = `“${cut(cell.trim(), 40)}” in line ${line} and the column “${cut(file.headings[place] ?? "", 60)}”`
        throw wrongCurrency(`The price ${where} is in another currency`, currency)
      }
    }
  }
  return columns.map((known, place) => {
    const heading = file.headings[place] ?? ""
    return known && { heading, ...known.column.format(known.kind === "program" ? "." : null) }
  })
}

/** Most prices are only digits. */
const HAS_WORD = /[\p{L}\p{Sc}]/u

function wrongCurrency(sentence: string, currency: CurrencyCode) {
  return invalid(`${sentence}, but this shop sells in ${currency}`, "file")
}

type ReadNumbers = readonly ({ heading: string; decimal: DecimalMark | null } | null)[]

/**
 * Asks once for each column whose numbers can be read in two ways, or for all columns of a group, such as the stock of
 * several places; returns null while there is no answer.
 */
function askAboutNumbers(
  numbers: readonly ColumnNumber[],
  context: ReadContext,
  groupOf: (place: number) => string | undefined = String,
): ReadNumbers | null {
  const asked = new Map<string | undefined, ImportQuestion>()
  const read = numbers.map((column, place) => {
    if (column?.ambiguous == null) return column
    const group = groupOf(place)
    const question = asked.get(group) ?? numberQuestion(column.heading, column.ambiguous)
    asked.set(group, question)
    const answer = context.ask(question)
    return { ...column, decimal: answer === "," || answer === "." ? (answer as DecimalMark) : null }
  })
  return read.some((column) => column?.ambiguous != null && column.decimal === null) ? null : read
}

function numberQuestion(heading: string, example: string): ImportQuestion {
  const choices = ([",", "."] as const).map((mark) => ({ value: mark, label: readNumber(example, mark) ?? "" }))
  return {
    id: `number:${cut(headingKey(heading), 80)}`,
    label: `“${cut(example, 40)}” in the column “${cut(heading, 80)}”`,
    hint: "It can be read in two ways, and no other value of the column shows which is meant.",
    choices,
    usual: null,
  }
}

function formOf({ encoding, separator }: CsvFile, numbers: ReadNumbers | null): FileForm {
  const shown = (numbers ?? []).flatMap((column) =>
    column?.decimal ? [{ heading: column.heading, decimal: column.decimal }] : [],
  )
  return { encoding, separator: separatorNames[separator], numbers: shown }
}

/** Adds values of the columns that are ignored. */
function withSamples(mapping: SheetMapping, headings: readonly UnknownHeading[]): SheetMapping {
  return mapping.map((column, place) => {
    const samples = headings[place]?.samples ?? []
    return column.becomes === null && samples.length > 0 ? { ...column, samples } : column
  })
}

async function sampleOf(file: CsvFile): Promise<string[][]> {
  const rows: string[][] = []
  for await (const { cells, problem } of file.rows()) {
    if (problem === undefined) rows.push(cells)
    if (rows.length >= SAMPLE_ROWS) break
  }
  return rows
}

function unknownHeadings(headings: readonly string[], rows: readonly (readonly string[])[]): UnknownHeading[] {
  return headings.map((heading, place) => {
    const samples = new Set<string>()
    for (const row of rows) {
      const cell = cut(row[place]?.trim() ?? "", 80)
      if (cell !== "") samples.add(cell)
      if (samples.size >= 3) break
    }
    return { heading: cut(heading, 200), samples: [...samples] }
  })
}

/** @throws ShopError `invalid` for field `file` */
export async function* readOwnRows(file: CsvFile, numbers: ReadNumbers = []): AsyncGenerator<CsvRow> {
  const { headings } = file
  const twice = headings.find((heading, place) => headings.indexOf(heading) < place)
  if (twice !== undefined) throw invalid(`A column appears twice: please remove one “${twice}”`, "file")
  const keys = headings.map((heading) => (isOwnColumn(heading) ? heading : null))
  yield* readRows(file, keys, numbers, unescapeFormula)
}

async function* readRows<Key extends string>(
  file: CsvFile,
  keys: readonly (Key | null)[],
  numbers: ReadNumbers,
  readCell: (cell: string) => string,
): AsyncGenerator<SheetRow<Key>> {
  for await (const { line, cells, problem } of file.rows((place) => keys[place] != null)) {
    const filled: Partial<Record<Key, string>> = {}
    for (const [place, cell] of cells.entries()) {
      const key = keys[place]
      if (key == null || cell.trim() === "") continue
      const number = numbers[place]
      const text = readCell(cell)
      filled[key] = number ? (readNumber(text, number.decimal) ?? text) : text
    }
    yield { line, cells: filled, ...(problem !== undefined && { problem }) }
  }
}
