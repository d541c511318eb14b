import { invalid } from "~/domain/shop-error"
import { trimEnd } from "~/domain/text/trim-end"
import type { BankEntry, BankStatement } from "../bank-line"
import { exactCents } from "./amounts"
import { bankEntry, isRealReference, MAX_ENTRIES, notWhole, tooManyEntries } from "./entries"

interface Field {
  tag: string
  text: string
}

/** Whether a text begins like a customer statement of SWIFT */
export function isMt940(text: string): boolean {
  return /^:20:/m.test(text.slice(0, 2_000)) && /^:(?:25|60[FM]):/m.test(text.slice(0, 4_000))
}

/**
 * Reads statements in MT940, with the forms of field 86 that German, Austrian, Dutch and Polish banks write.
 * @throws ShopError `invalid` for field `file`
 */
export function readMt940(text: string): BankStatement {
  const read: BankStatement = { accounts: [], entries: [], outgoing: 0, pending: 0 }
  let statement: Statement | null = null
  for (const field of fieldsOf(text)) {
    if (field.tag === "20") {
      if (statement) throw cutOff()
      statement = new Statement(read)
    }
    if (statement?.add(field)) statement = null
  }
  if (statement) throw cutOff()
  return read
}

function cutOff() {
  return invalid("This file is not whole: a statement in it has no closing balance. Please download it again", "file")
}

/** Fields begin with `:61:` and the like; other lines continue the one before. */
function* fieldsOf(text: string): Generator<Field> {
  let field: Field | null = null
  for (const line of text.split(/\r\n|[\r\n]/)) {
    const found = /^:(\d\d[A-Z]?):(.*)$/.exec(line)
    if (found) {
      if (field) yield field
      field = { tag: found[1] ?? "", text: found[2] ?? "" }
    } else if (line.startsWith("-") || line.startsWith("{")) {
      if (field) yield field
      field = null
    } else if (field && field.text.length < MAX_FIELD) field.text += `\n${line}`
  }
  if (field) yield field
}

const MAX_FIELD = 10_000

class Statement {
  readonly #read: BankStatement
  #account = ""
  #currency = ""
  #opening: number | null = null
  #sum = 0
  #line: EntryLine | null = null

  constructor(read: BankStatement) {
    this.#read = read
  }

  /** Returns true after the closing balance. */
  add({ tag, text }: Field): boolean {
    if (tag === "25") this.#openAccount(text)
    else if (tag === "60F" || tag === "60M") this.#open(text)
    else if (tag === "61") this.#addLine(text)
    else if (tag === "86") this.#finishLine(text)
    else if (tag === "62F" || tag === "62M") {
      this.#finishLine("")
      if (this.#opening === null || this.#opening + this.#sum !== balanceOf(text)?.amount) throw notWhole()
      return true
    }
    return false
  }

  #openAccount(text: string): void {
    this.#account = text.trim().replace(/[A-Z]{3}$/, "")
    if (this.#account && !this.#read.accounts.includes(this.#account)) this.#read.accounts.push(this.#account)
  }

  #open(text: string): void {
    const balance = balanceOf(text)
    if (!balance) throw invalid("The opening balance of a statement in this file cannot be read", "file")
    this.#currency = balance.currency
    this.#opening = balance.amount
  }

  #addLine(text: string): void {
    this.#finishLine("")
    this.#line = entryLineOf(text)
    this.#sum += this.#line.isCredit ? this.#line.amount : -this.#line.amount
  }

  /** A statement may have a field 86 of its own, after its entries. */
  #finishLine(details: string): void {
    const line = this.#line
    this.#line = null
    if (!line) return
    if ((!line.isCredit && !line.isReversal) || line.amount === 0) {
      this.#read.outgoing++
      return
    }
    const { bookedOn, amount, isCredit } = line
    const parties = detailsOf(details)
    const reference = parties.reference || (isRealReference(line.reference) ? line.reference : "")
    this.#read.entries.push(
      bankEntry({
        ...{ kind: isCredit ? "credit" : "reversal", bookedOn, amount, currency: this.#currency },
        ...{ ...parties, reference, bankReference: line.bankReference, account: this.#account },
      }),
    )
    if (this.#read.entries.length > MAX_ENTRIES) throw tooManyEntries()
  }
}

function balanceOf(text: string): { currency: string; amount: number } | null {
  const [, sign, currency = "", written = ""] = /^([CD])\d{6}([A-Z]{3})([\d,]{1,20})\s*$/.exec(text) ?? []
  const amount = exactCents(written)
  return amount === null ? null : { currency, amount: sign === "D" ? -amount : amount }
}

interface EntryLine {
  bookedOn: string
  isCredit: boolean
  isReversal: boolean
  amount: number
  reference: string
  bankReference: string
}

/** Value date, entry date, sign, letter of the currency, amount, type, reference of the customer and of the bank */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD])([A-Z])?(\d{1,15},\d{0,2})([A-Z][A-Z\d]{3})([^\n]*)/

function entryLineOf(text: string): EntryLine {
  const found = ENTRY.exec(text)
  const [, valued = "", entered = "", sign = "", , written = "", , references = ""] = found ?? []
  const amount = exactCents(written)
  if (!found || amount === null) throw invalid(`An entry of this file cannot be read: “${text.slice(0, 60)}”`, "file")
  const [reference = "", bankReference = ""] = references.split("//", 2)
  const isReversal = sign.startsWith("R")
  return {
    bookedOn: bookingDayOf(valued, entered),
    isCredit: sign === "C" || sign === "RD",
    isReversal,
    amount,
    reference: reference.trim(),
    bankReference: bankReference.trim(),
  }
}

/** The entry date has no year: it is that of the value date, or next to it at the turn of a year. */
function bookingDayOf(valued: string, entered: string): string {
  const [year, month, day] = [2_000 + Number(valued.slice(0, 2)), valued.slice(2, 4), valued.slice(4)]
  if (entered === "") return `${year}-${month}-${day}`
  const months = Number(entered.slice(0, 2)) - Number(month)
  const bookedIn = months > 6 ? year - 1 : months < -6 ? year + 1 : year
  return `${bookedIn}-${entered.slice(0, 2)}-${entered.slice(2)}`
}

type Details = Pick<BankEntry, "payerName" | "payerIban" | "reference" | "text">

function detailsOf(text: string): Details {
  const structured = /^\d{3}(?=([?<>~|^])\d\d)/.exec(text)
  if (structured) return germanDetails(text.slice(3), structured[1] ?? "?")
  const slashed = /^\/[A-Z]{3,5}\//.test(text) ? dutchDetails(text) : null
  return slashed ?? { payerName: "", payerIban: "", reference: "", text: text.replaceAll("\n", " ") }
}

/** `?20` to `?29` and `?60` to `?63` contain the text, `?31` the account, and `?32` and `?33` the name. */
function germanDetails(text: string, separator: string): Details {
  const parts = new Map<number, string>()
  for (const part of text.replaceAll("\n", "").split(separator)) {
    const code = /^\d\d/.exec(part)?.[0]
    if (code !== undefined) parts.set(Number(code), part.slice(2))
  }
  const remittance = joinParts(
    [...parts].flatMap(([code, part]) => ((code >= 20 && code <= 29) || (code >= 60 && code <= 63) ? [part] : [])),
  )
  const tags = sepaTagsIn(remittance)
  const endToEnd = tags.get("EREF") ?? ""
  return {
    payerName: tags.get("ABWA") || `${parts.get(32) ?? ""}${parts.get(33) ?? ""}`,
    payerIban: parts.get(31) || (tags.get("IBAN") ?? ""),
    reference: isRealReference(endToEnd) ? endToEnd : "",
    text: tags.get("SVWZ") ?? (tags.size > 0 ? (tags.get("") ?? "") : remittance),
  }
}

const FULL_PART = 27

/** A full part ends anywhere in a word; banks cut the blanks off the end of others. */
function joinParts(parts: readonly string[]): string {
  return parts.map((part) => (part.length < FULL_PART ? `${part} ` : part)).join("")
}

const SEPA_TAG = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|IBAN|BIC|PURP)\+/

/** Texts by their tag; the text before the first one has none. */
function sepaTagsIn(text: string): Map<string, string> {
  const [before = "", ...rest] = text.split(SEPA_TAG)
  const tags = new Map<string, string>(before.trim() ? [["", before.trim()]] : [])
  for (let place = 0; place < rest.length; place += 2) tags.set(rest[place] ?? "", (rest[place + 1] ?? "").trim())
  return tags
}

const DUTCH_TAG =
  /\/(TRTP|TRCD|CSID|MARF|EREF|IBAN|BIC|NAME|REMI|CNTP|ORDP|BENM|ULTD|ULTB|PURP|ADDR|ISDT|RTRN|ID|PREF)\//

/** `/IBAN/…/NAME/…/REMI/…/EREF/…`, or `/CNTP/account/BIC/name/town` */
function dutchDetails(text: string): Details {
  const [, ...rest] = text.replaceAll("\n", "").split(DUTCH_TAG)
  const tags = new Map<string, string>()
  for (let place = 0; place < rest.length; place += 2) {
    const tag = rest[place] ?? ""
    if (!tags.has(tag)) tags.set(tag, (rest[place + 1] ?? "").trim())
  }
  const [account = "", , counterparty = ""] = tags.get("CNTP")?.split("/") ?? []
  const remittance = tags.get("REMI") ?? ""
  const [, structured, unstructured] = /^(?:STRD\/[A-Z]*\/([^/]*)|USTD\/\/(.*))/.exec(remittance) ?? []
  const endToEnd = tags.get("EREF") ?? ""
  return {
    payerName: tags.get("NAME") || counterparty,
    payerIban: tags.get("IBAN") || account,
    reference: structured || (isRealReference(endToEnd) ? endToEnd : ""),
    text: trimEnd(unstructured ?? (structured ? "" : remittance), "/"),
  }
}
