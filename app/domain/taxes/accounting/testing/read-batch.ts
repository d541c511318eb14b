import { parse } from "csv-parse/sync"

const day = "20\\d\\d(0[1-9]|1[0-2])(0[1-9]|[12]\\d|3[01])"
const empty = '(?:"")?'

/**
 * The 31 fields of the first line, as DATEV describes them:
 * https://developer.datev.de/de/file-format/details/datev-format/format-description/header
 */
const headFields = [
  ...['"EXTF"', "700", "21", '"Buchungsstapel"', "13", `${day}([01]\\d|2[0-3])[0-5]\\d[0-5]\\d\\d{3}`, ""],
  ...['"\\w{0,2}"', '"\\w{0,25}"', '"\\w{0,25}"', "\\d{4,7}", "\\d{1,5}", day, "[4-8]", day, day],
  ...['"[\\w./ -]{0,30}"', '"([A-Z]{2}){0,2}"', "[12]", "(0|30|40|50|64)", "[01]", '"[A-Z]{3}"', "", '""', "", ""],
  ...['"(\\d{2}){0,2}"', "\\d{0,4}", "", '""', '".{0,16}"'],
].map((pattern) => new RegExp(`^${pattern}$`))

const amount = "(?!0{1,10},00)\\d{1,10},\\d{2}"
const account = "(?!0{1,9}$)\\d{1,9}"
const document = '"[\\w$&%*+/-]{0,36}"'

/** The fields of a booking that the shop writes, by their numbers; it leaves all others empty. */
const bookingFields: Record<number, string> = {
  ...{ 1: amount, 2: '"(S|H)"', 3: '("[A-Z]{3}"|"")', 7: account, 8: account, 9: '("\\d{4}"|"")' },
  ...{ 10: "(0[1-9]|[12]\\d|3[01])(0[1-9]|1[0-2])", 11: document, 12: document, 14: '".{0,60}"' },
  ...{ 40: '("[A-Z]{2}")?', 41: "(\\d{2},\\d{2})?", 114: "0" },
}

const CRLF = "\r\n"

/**
 * Reads a batch as strictly as DATEV describes it: code page, ends of lines, numbers of fields, the form of each field, and
 * the lengths of accounts. @throws Error
 */
export function readBatch(bytes: Uint8Array) {
  const text = new TextDecoder("windows-1252", { fatal: true }).decode(bytes)
  if (!text.endsWith(CRLF) || /[^\r]\n|\r[^\n]/.test(text)) throw new Error("Lines end with CR and LF")
  const lines = text.split(CRLF).slice(0, -1)
  const [head = "", names = "", ...rest] = lines
  const raw = splitFields(head)
  if (raw.length !== headFields.length) throw new Error(`The first line has ${raw.length} fields`)
  for (const [at, pattern] of headFields.entries()) assertField(pattern, raw[at] ?? "", at + 1)
  const accountLength = Number(raw[13])
  const bookings = rest.map((line) => toBooking(line, accountLength))
  return { head, names: names.split(";"), bookings }
}

function toBooking(line: string, accountLength: number) {
  const raw = splitFields(line)
  if (raw.length !== 125) throw new Error(`A booking has ${raw.length} fields`)
  for (const [at, field] of raw.entries()) assertField(new RegExp(`^${bookingFields[at + 1] ?? empty}$`), field, at + 1)
  const [fields = []] = parse(line, { delimiter: ";", relax_column_count: true }) as string[][]
  const [total = "", side = "", , , , , own = "", contra = "", key = "", date = "", number = ""] = fields
  for (const one of [own, contra])
    if (one.length < accountLength || one.length > accountLength + 1) throw new Error(`${one} is no account`)
  const cents = Number(total.replace(",", ""))
  return {
    cents,
    side,
    account: own,
    contra,
    key,
    day: date,
    document: number,
    text: fields[13],
    eu: [fields[39], fields[40]],
  }
}

/** With their quotes */
function splitFields(line: string): string[] {
  return line.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/)
}

function assertField(pattern: RegExp, field: string, number: number): void {
  if (!pattern.test(field)) throw new Error(`Field ${number} is ${field}, which does not match ${pattern}`)
}
