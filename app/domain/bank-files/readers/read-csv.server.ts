import { type FileSource, openCsv } from "~/domain/csv/csv-file.server"
import { invalid } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import type { BankEntry, BankStatement } from "../bank-line"
import { exactCents } from "./amounts"
import { type ColumnUse, simplified } from "./csv-columns"
import { directionIn, isBooked } from "./csv-words"
import { bankEntry, isDay, MAX_ENTRIES, tooManyEntries } from "./entries"

const SAMPLES = 3

/** Returns the headings of a CSV file, with cells of the first rows. @throws ShopError `invalid` for field `file` */
export async function readHeadings(source: FileSource): Promise<{ heading: string; samples: string[] }[]> {
  const { headings, rows } = await openCsv(source)
  const found = headings.map((heading) => ({ heading, samples: [] as string[] }))
  let count = 0
  for await (const { cells } of rows()) {
    for (const [place, cell] of cells.entries()) if (cell.trim()) found[place]?.samples.push(cut(cell.trim(), 60))
    if (++count === SAMPLES) break
  }
  if (count === 0) throw invalid("There are no rows below the heading", "file")
  return found
}

type Cells = Partial<Record<ColumnUse, string>>

interface Row {
  line: number
  cells: Cells
}

/** Reads a CSV file whose columns are known. @throws ShopError `invalid` for field `file`, with the first line that cannot be read */
export async function readCsvStatement(
  source: FileSource,
  uses: readonly (ColumnUse | null)[],
  shopCurrency: string,
): Promise<BankStatement> {
  const { rows: read } = await openCsv(source)
  const rows: Row[] = []
  for await (const { line, cells, problem } of read((place) => uses[place] != null)) {
    if (problem !== undefined) throw invalid(`Line ${line}: ${problem}`, "file")
    rows.push({ line, cells: cellsOf(cells, uses) })
    if (rows.length > MAX_ENTRIES) throw tooManyEntries()
  }
  const booked = rows.filter(({ line, cells: { state } }) => state === undefined || isBookedIn(line, state))
  const format = { ...formatOf(booked), hasDirection: uses.includes("direction") }
  const entries = booked.map((row) => entryOf(row, format, shopCurrency))
  const accounts = new Set(entries.flatMap((entry) => (entry?.account ? [entry.account] : [])))
  return {
    accounts: [...accounts],
    entries: entries.flatMap((entry) => entry ?? []),
    outgoing: entries.filter((entry) => entry === null).length,
    pending: rows.length - booked.length,
  }
}

function cellsOf(cells: readonly string[], uses: readonly (ColumnUse | null)[]): Cells {
  const found: Cells = {}
  for (const [place, use] of uses.entries()) {
    const cell = cells[place]?.trim() ?? ""
    if (use && cell) found[use] = found[use] === undefined ? cell : `${found[use]} ${cell}`
  }
  return found
}

/** How the whole file writes amounts and days, which no single row may show */
interface Format {
  decimal: "," | "."
  isMonthFirst: boolean
  /** Whether a column states if money arrived or left */
  hasDirection: boolean
}

const amountCells = ({ cells }: Row) => [cells.amount, cells.credit, cells.debit].filter((cell) => cell !== undefined)

function formatOf(rows: readonly Row[]): Omit<Format, "hasDirection"> {
  const decimals = rows.flatMap(amountCells).map((cell) => /([.,])\d{1,2}\D*$/.exec(cell)?.[1])
  const points = decimals.filter((sign) => sign === ".").length
  const commas = decimals.filter((sign) => sign === ",").length
  const days = rows.map(({ cells }) => /^(\d{1,2})[./-](\d{1,2})[./-]\d/.exec(cells.day ?? ""))
  const isMonthFirst = days.some((day) => Number(day?.[2]) > 12) && !days.some((day) => Number(day?.[1]) > 12)
  return { decimal: points > commas ? "." : ",", isMonthFirst }
}

/** Returns null for money that left. */
function entryOf({ line, cells }: Row, format: Format, shopCurrency: string): BankEntry | null {
  const amount = amountOf(line, cells, format)
  if (amount <= 0) return null
  try {
    return bankEntry({
      ...{ kind: "credit", amount, bookedOn: dayOf(line, cells.day ?? "", format) },
      currency: (cells.currency ?? shopCurrency).toUpperCase(),
      ...{ payerName: cells.name ?? "", payerIban: cells.iban ?? "", account: cells.account ?? "" },
      ...{ reference: cells.reference ?? "", text: cells.text ?? "", bankReference: cells.bankReference ?? "" },
    })
  } catch (error) {
    throw invalid(`Line ${line}: ${error instanceof Error ? error.message : "it cannot be read"}`, "file")
  }
}

function amountOf(line: number, { amount, credit, debit, direction }: Cells, format: Format): number {
  if (amount === undefined && credit === undefined && debit === undefined)
    throw invalid(`Line ${line} has no amount: is the file whole?`, "file")
  if (amount === undefined) return credit === undefined ? 0 : centsIn(line, credit, format)
  const cents = centsIn(line, amount, format)
  if (!format.hasDirection || (direction === undefined && cents <= 0)) return cents
  if (direction === undefined) throw invalid(`Line ${line} does not say whether its money arrived or left`, "file")
  const found = directionIn(simplified(direction))
  if (found === null)
    throw invalid(
      `Line ${line} has “${cut(direction, 30)}”, which does not say whether its money arrived or left`,
      "file",
    )
  return found === "left" ? -Math.abs(cents) : cents
}

function isBookedIn(line: number, state: string): boolean {
  const found = isBooked(simplified(state))
  if (found === null)
    throw invalid(`Line ${line} has “${cut(state, 30)}”, which does not say whether the bank has booked it`, "file")
  return found
}

function centsIn(line: number, text: string, { decimal }: Format): number {
  const bare = text.replaceAll(/[\s'’\u2212]|[A-Z]{3}|[€$£]/g, (sign) => (sign === "\u2212" ? "-" : ""))
  const isNegative = bare.startsWith("-") || bare.endsWith("-")
  const thousands = decimal === "," ? "." : ","
  const digits = bare.replace(/^[-+]/, "").replace(/[-+]$/, "").replaceAll(thousands, "")
  const cents = exactCents(digits)
  if (cents === null) throw invalid(`Line ${line} has the amount “${cut(text, 30)}”, which cannot be read`, "file")
  return isNegative ? -cents : cents
}

function dayOf(line: number, text: string, { isMonthFirst }: Format): string {
  const iso = /^(\d{4})-?(\d\d)-?(\d\d)(?!\d)/.exec(text)
  const [, first = "", second = "", year = ""] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d\d)(?!\d)/.exec(text) ?? []
  const [day, month] = isMonthFirst ? [second, first] : [first, second]
  const written = iso
    ? `${iso[1]}-${iso[2]}-${iso[3]}`
    : `${year.padStart(4, "20")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`
  if (!isDay(written)) throw invalid(`Line ${line} has the day “${cut(text, 30)}”, which cannot be read`, "file")
  return written
}
