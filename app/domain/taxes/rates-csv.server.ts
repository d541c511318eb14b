import { unescapeFormula } from "~/domain/csv/csv-cell"
import { openCsv } from "~/domain/csv/csv-file.server"
import type { CsvRow } from "~/domain/csv/csv-parser"
import { csvOf } from "~/domain/csv/csv-table.server"
import type { Place } from "~/domain/pricing/places"
import { isPostcodePattern, tidyPattern } from "~/domain/pricing/postcode"
import { type TaxRate, type TaxRules, ZERO_CLASS } from "~/domain/pricing/rules"
import { findCountry, findState } from "~/domain/shipping/regions/find-region.server"
import { cleanNumber } from "~/domain/text/clean-code"
import { isPrintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import euRates from "./eu-rates.json"
import { isDay } from "./tax-forms"
import { classesWithRates, MAX_RATES, parseRate, percentText, rateKey, TOO_MANY_RATES } from "./tax-rate"
import { type OmittedLine, readWooRates, wooColumns } from "./woocommerce-rates.server"

const columns = {
  country: ({ place }: TaxRate) => place.country,
  state: ({ place }: TaxRate) => place.state,
  postcode: ({ place }: TaxRate) => place.postcode,
  rate: ({ rate }: TaxRate) => percentText(rate),
  name: ({ name }: TaxRate) => name,
  shipping: ({ onShipping }: TaxRate) => (onShipping ? "yes" : "no"),
  class: ({ taxClass }: TaxRate) => taxClass,
  from: ({ from }: TaxRate) => from ?? "",
}
type Column = keyof typeof columns

/** Headings in other programs' files, without spaces and punctuation */
const headings = new Map(
  Object.entries<Column>({
    ...(Object.fromEntries(Object.keys(columns).map((name) => [name, name])) as Record<Column, Column>),
    ...{ countrycode: "country", statecode: "state", postcodezip: "postcode", zip: "postcode" },
    ...{ zippostcode: "postcode" },
    ...{ taxname: "name", taxclass: "class" },
  }),
)

const classNames = new Map(Object.entries({ "": "standard", "reduced-rate": "reduced", "zero-rate": "zero" }))

/** An error, with its line if it is not about the whole file */
interface Problem {
  line: number | null
  message: string
}

const byLine = (one: Problem, other: Problem) => (one.line ?? 0) - (other.line ?? 0)

interface ReadRates {
  rates: TaxRate[]
  /** Errors, for which the whole file is refused */
  problems: Problem[]
  /** Lines of another shop's file that are left out */
  omitted: OmittedLine[]
}

export function writeRates(rates: readonly TaxRate[]): AsyncGenerator<string> {
  return csvOf(columns, [[...rates]])
}

/** Rates of the EU's member states and of Northern Ireland, as a file that the owner reviews before importing it */
export function euRatesCsv(): string {
  const places = [...euRates.rates.map((rates) => ({ ...rates, postcode: "" })), ...euRates.places]
  const rows = places.flatMap(({ country, postcode, standard, reduced: [reduced] }) => [
    [country, postcode, standard, "standard"],
    ...(reduced ? [[country, postcode, reduced, "reduced"]] : []),
  ])
  const lines = rows.map(
    ([country, postcode, rate, taxClass]) => `${country},,${postcode},${rate},VAT,yes,${taxClass},`,
  )
  return [Object.keys(columns).join(","), ...lines, ""].join("\n")
}

export const euRatesOrigin = {
  date: euRates.date,
  source: euRates.source,
  reduced: euRates.reduced,
  places: euRates.places,
}

export function refusedRates(message: string): ReadRates {
  return { rates: [], problems: [{ line: null, message }], omitted: [] }
}

/** Limited by the length of the text. @throws ShopError `invalid` if this is not CSV */
export async function readRates(sent: string, rules: Pick<TaxRules, "classes">): Promise<ReadRates> {
  if (sent.replace(/^\ufeff/, "").trim() === "") return refusedRates("Choose a file, or paste its text")
  const bytes = Buffer.from(sent)
  const file = await openCsv(async function* () {
    yield bytes
  })
  const keys = file.headings.map((heading) => heading.toLowerCase().replace(/[^a-z]/g, ""))
  const rows: CsvRow[] = []
  for await (const row of file.rows()) rows.push({ ...row, cells: row.cells.map((cell) => cell.trim()) })
  const columnsOfWoo = wooColumnsOf(keys, rows)
  const broken = rows.flatMap(({ line, problem: message }) => (message === undefined ? [] : [{ line, message }]))
  const whole = rows.filter(({ problem }) => problem === undefined)
  if (columnsOfWoo) {
    const wooRows = whole.map(({ line, cells }) => ({ line, cells: cellsOf(columnsOfWoo, cells) }))
    const { rates, omitted } = readWooRates(wooRows, classesWithRates(rules))
    return { rates, problems: [], omitted: [...broken, ...omitted].sort(byLine) }
  }
  const names = keys.map((key) => headings.get(key))
  const unknown = file.headings.find((_, at) => !names[at])
  if (unknown !== undefined)
    return refusedRates(`There is no column “${unknown.slice(0, 60)}”: only ${Object.keys(columns).join(", ")}`)
  for (const needed of ["country", "rate", "name"] as const) {
    if (!names.includes(needed)) return refusedRates(`The column “${needed}” is missing`)
  }
  if (rows.length > MAX_RATES) return refusedRates(TOO_MANY_RATES)
  const read = readRows(
    whole.map(({ line, cells }) => ({ line, cells: cellsOf(names, cells) as Partial<Record<Column, string>> })),
    classesWithRates(rules),
  )
  return { ...read, problems: [...broken, ...read.problems].sort(byLine) }
}

function cellsOf(names: readonly (string | undefined)[], sent: readonly string[]): Partial<Record<string, string>> {
  const cells = names.map((name, at) => {
    const cell = unescapeFormula(sent[at] ?? "").trim()
    return [name, name === "name" || name === "city" ? cell : cleanNumber(cell)]
  })
  return Object.fromEntries(cells)
}

/** Headings that only WooCommerce's file has */
const wooHeadings = new Map(Object.entries({ city: "city", priority: "priority", compound: "compound" }))

/**
 * Returns the column of each heading of WooCommerce's file; null for another file. Translated headings are read by
 * their order, if the cells are those of such a file.
 */
function wooColumnsOf(keys: readonly string[], rows: readonly CsvRow[]): (string | undefined)[] | null {
  const names = keys.map((key) => headings.get(key) ?? wooHeadings.get(key))
  if (["country", "rate", "priority", "compound"].every((name) => names.includes(name))) return names
  if (keys.length !== wooColumns.length || rows.length === 0) return null
  const isWoo = rows.every(({ cells }) => {
    const [country = "", , , , rate = "", , priority = "", compound = "", shipping = ""] = cells
    const isFlag = (cell: string) => /^[01]?$/.test(cell)
    return (
      /^([A-Z]{2}|\*)?$/i.test(country) &&
      parseRate(rate) !== null &&
      /^\d{0,4}$/.test(priority) &&
      isFlag(compound) &&
      isFlag(shipping)
    )
  })
  return isWoo ? [...wooColumns] : null
}

function readRows(
  rows: { line: number; cells: Partial<Record<Column, string>> }[],
  classes: readonly string[],
): ReadRates {
  const read: ReadRates = { rates: [], problems: [], omitted: [] }
  const lines = new Map<string, number>()
  for (const { line, cells } of rows) {
    const rate = readRow(cells, classes)
    const known = typeof rate === "string" ? undefined : lines.get(rateKey(rate))
    if (typeof rate === "string") read.problems.push({ line, message: rate })
    else if (known !== undefined) read.problems.push({ line, message: `This rate is already in line ${known}` })
    else {
      lines.set(rateKey(rate), line)
      read.rates.push(rate)
    }
  }
  return read
}

/** Returns an error as a sentence. */
function readRow(cells: Partial<Record<Column, string>>, classes: readonly string[]): TaxRate | string {
  const { name = "", from = "", shipping = "" } = cells
  const place = readPlace(cells)
  if (typeof place === "string") return place
  const rate = parseRate(cells.rate ?? "")
  if (rate === null) return `“${(cells.rate ?? "").slice(0, 20)}” is not a rate: enter a percentage such as 19 or 8.875`
  if (name === "" || name.length > 60 || !isPrintable(name)) return "A tax needs a name of at most 60 characters"
  const typed = cells.class ?? ""
  const wanted = classNames.get(textKey(typed)) ?? typed
  if (textKey(wanted) === ZERO_CLASS) return "Products in the class zero are not taxed"
  const taxClass = classes.find((one) => textKey(one) === textKey(wanted))
  if (taxClass === undefined) return `There is no class “${typed.slice(0, 40)}”: only ${classes.join(", ")}`
  if (from !== "" && !isDay(from)) return `“${from.slice(0, 20)}” is not a date such as 2027-01-01`
  const onShipping = answers.get(textKey(shipping))
  if (onShipping === undefined) return "Shipping must be yes or no"
  return { place, name, rate, taxClass, from: from || null, onShipping }
}

const answers = new Map([
  ...["", "yes", "1", "true"].map((text) => [text, true] as const),
  ...["no", "0", "false"].map((text) => [text, false] as const),
])

function readPlace({
  country: typed = "",
  state = "",
  postcode = "",
}: Partial<Record<Column, string>>): Place | string {
  const isAny = (text: string) => text === "" || text === "*"
  if (isAny(typed)) {
    return isAny(state) && isAny(postcode) ? { country: "", state: "", postcode: "" } : "A state needs a country"
  }
  const country = findCountry(typed)
  if (!country) return `There is no country called “${typed.slice(0, 60)}”`
  const region = isAny(state) ? undefined : findState(country.code, state)
  if (!isAny(state) && !region) return `${country.name} has no state called “${state.slice(0, 60)}”`
  if (!isAny(postcode) && !isPostcodePattern(postcode))
    return `“${postcode.slice(0, 20)}” is not a post code such as 10115, 10* or 1000-1999`
  return { country: country.code, state: region?.code ?? "", postcode: isAny(postcode) ? "" : tidyPattern(postcode) }
}
