import { SaxesParser, type SaxesTagNS } from "saxes"
import { invalid } from "~/domain/shop-error"
import type { BankEntry, BankStatement } from "../bank-line"
import { exactCents } from "./amounts"
import { bankEntry, isRealReference, MAX_ENTRIES, notWhole, tooManyEntries } from "./entries"

/** An element with its text, such as `<Amt Ccy="EUR">12.30</Amt>` */
interface Element {
  name: string
  currency: string
  text: string
  children: Element[]
}

const MAX_DEPTH = 40
const MAX_TEXT = 10_000
const MAX_CHILDREN = 20_000
const NAMESPACE = /camt\.053\.001\.(\d\d)/
const OTHER_MESSAGE = /\b(camt\.05[24]|pain\.\d{3}|pacs\.\d{3})/

/**
 * Reads statements in CAMT.053, versions 001.02 to 001.13. A document type is refused, so no entity is ever expanded.
 * @throws ShopError `invalid` for field `file`
 */
export function readCamt(text: string): BankStatement {
  const statements = new Statements()
  const parser = new SaxesParser({ xmlns: true, position: true })
  parser.on("doctype", () => {
    throw invalid("This file has a document type (DOCTYPE), which no bank writes: it is not read", "file")
  })
  parser.on("error", ({ message }) => {
    throw invalid(`This file is not whole, or not a bank’s XML file: ${message.slice(0, 150)}`, "file")
  })
  parser.on("opentag", (tag) => statements.open(tag))
  parser.on("text", (part) => statements.addText(part))
  parser.on("cdata", (part) => statements.addText(part))
  parser.on("closetag", () => statements.close())
  parser.write(text).close()
  return statements.read
}

/** Builds the elements of one entry or balance at a time. */
class Statements {
  readonly read: BankStatement = { accounts: [], entries: [], outgoing: 0, pending: 0 }
  #path: Element[] = []
  #balance = new StatementBalance()
  #account = ""

  open(tag: SaxesTagNS): void {
    if (this.#path.length === 0) checkNamespace(tag)
    if (this.#path.length >= MAX_DEPTH) throw invalid("This file is nested too deeply for a bank’s file", "file")
    const currency = tag.attributes.Ccy?.value ?? ""
    this.#path.push({ name: tag.local, currency, text: "", children: [] })
    if (tag.local === "Stmt") {
      this.#balance = new StatementBalance()
      this.#account = ""
    }
  }

  addText(part: string): void {
    const element = this.#path.at(-1)
    if (element && element.text.length < MAX_TEXT) element.text += part
  }

  close(): void {
    const element = this.#path.pop()
    const parent = this.#path.at(-1)
    if (!element || !parent) return
    const isOfStatement = parent.name === "Stmt"
    if (element.name === "Stmt") this.#balance.check()
    else if (isOfStatement && element.name === "Acct") this.#openAccount(element)
    else if (isOfStatement && element.name === "Bal") this.#balance.add(element)
    else if (isOfStatement && element.name === "StmtPgntn") this.#balance.paginate(element)
    else if (isOfStatement && element.name === "Ntry") this.#addEntry(element)
    else if (this.#path.some(({ name }) => name === "Stmt") && !isOfStatement) {
      if (parent.children.length >= MAX_CHILDREN) throw tooManyEntries()
      parent.children.push(element)
    }
  }

  #openAccount(element: Element): void {
    this.#account = textAt(element, "Id", "IBAN") || textAt(element, "Id", "Othr", "Id")
    if (this.#account && !this.read.accounts.includes(this.#account)) this.read.accounts.push(this.#account)
  }

  #addEntry(entry: Element): void {
    const state = childOf(entry, "Sts")
    const isBooked = (textAt(entry, "Sts", "Cd") || (state?.text.trim() ?? "")) === "BOOK"
    if (!isBooked) {
      this.read.pending++
      return
    }
    this.#balance.addEntry(entry)
    const lines = linesOf(entry, this.#account)
    if (lines.length === 0) this.read.outgoing++
    this.read.entries.push(...lines)
    if (this.read.entries.length > MAX_ENTRIES) throw tooManyEntries()
  }
}

function checkNamespace({ uri, local }: SaxesTagNS): void {
  const version = Number(NAMESPACE.exec(uri)?.[1] ?? 0)
  if (local === "Document" && version >= 2 && version <= 13) return
  const other = OTHER_MESSAGE.exec(uri)?.[1]
  const kind = other ? `This file is a ${other} message` : "This is not a bank’s XML file"
  throw invalid(`${kind}: please ask your bank for account statements in CAMT.053, MT940 or CSV`, "file")
}

/** Checks that a statement’s entries lead from its opening to its closing balance, so that none is missing. */
class StatementBalance {
  #opening: number | null = null
  #closing: number | null = null
  #sum = 0
  #isWhole = true

  add(balance: Element): void {
    const kind = textAt(balance, "Tp", "CdOrPrtry", "Cd")
    // An interim balance is that of a page.
    if (textAt(balance, "Tp", "SubTp", "Cd") === "INTM") return
    const amount = signedCents(balance)
    if (kind === "OPBD" || (kind === "PRCD" && this.#opening === null)) this.#opening = amount
    if (kind === "CLBD") this.#closing = amount
  }

  paginate(element: Element): void {
    this.#isWhole = textAt(element, "PgNb") === "1" && textAt(element, "LastPgInd") === "true"
  }

  addEntry(entry: Element): void {
    this.#sum += signedCents(entry) ?? Number.NaN
  }

  check(): void {
    const canTell = this.#isWhole && this.#opening !== null && this.#closing !== null && !Number.isNaN(this.#sum)
    if (canTell && (this.#opening ?? 0) + this.#sum !== this.#closing) throw notWhole()
  }
}

function signedCents(element: Element): number | null {
  const amount = exactCents(textAt(element, "Amt"))
  return amount === null ? null : isDebit(element) ? -amount : amount
}

const isDebit = (element: Element) => textAt(element, "CdtDbtInd") === "DBIT"

/** Returns the payments of an entry that money came in with, or that took it back; none for other money that went out. */
function linesOf(entry: Element, account: string): BankEntry[] {
  const isReversal = textAt(entry, "RvslInd") === "true"
  const whole = exactCents(textAt(entry, "Amt"))
  // Some banks state their conditions in entries of 0.00.
  if ((isDebit(entry) && !isReversal) || whole === 0) return []
  const kind = isDebit(entry) ? "reversal" : "credit"
  const currency = childOf(entry, "Amt")?.currency ?? ""
  const dated = { kind, account, currency, bookedOn: dayOf(entry) } as const
  const details = childrenOf(entry, "NtryDtls").flatMap((group) => childrenOf(group, "TxDtls"))
  const own = { bankReference: textAt(entry, "AcctSvcrRef"), note: textAt(entry, "AddtlNtryInf") }
  const [only] = details
  if (details.length <= 1) return [bankEntry({ ...dated, amount: whole, ...partiesOf(only, own) })]
  const amounts = details.map((detail) => amountOf(detail, currency))
  const isSplit = amounts.every((amount) => amount !== null)
  const sum = amounts.reduce<number>((all, amount) => all + (amount ?? 0), 0)
  if (isSplit && sum === whole)
    return details.map((detail, place) =>
      bankEntry({ ...dated, amount: amounts[place] ?? null, ...partiesOf(detail, { ...own, bankReference: "" }) }),
    )
  const text = `${details.length} payments in one entry, whose sums the bank does not state`
  return [bankEntry({ ...dated, amount: whole, ...partiesOf(undefined, own), text })]
}

function dayOf(entry: Element): string {
  const day = (kind: string) => textAt(entry, kind, "Dt") || textAt(entry, kind, "DtTm")
  return (day("BookgDt") || day("ValDt")).slice(0, 10)
}

/** The amount of one payment of several, if it is in the currency of the account */
function amountOf(detail: Element, currency: string): number | null {
  const own = childOf(detail, "Amt") ?? at(detail, "AmtDtls", "TxAmt", "Amt")
  return own && own.currency === currency ? exactCents(own.text.trim()) : null
}

function partiesOf(detail: Element | undefined, own: { bankReference: string; note: string }) {
  if (!detail) return { payerName: "", payerIban: "", reference: "", text: own.note, bankReference: own.bankReference }
  const parties = childOf(detail, "RltdPties")
  const nameOf = (role: string) => textAt(parties, role, "Nm") || textAt(parties, role, "Pty", "Nm")
  const remittance = childOf(detail, "RmtInf")
  const free = childrenOf(remittance, "Ustrd").map(({ text }) => text)
  const structured = childrenOf(remittance, "Strd").map((part) => textAt(part, "CdtrRefInf", "Ref"))
  const more = childrenOf(remittance, "Strd").flatMap((part) => childrenOf(part, "AddtlRmtInf").map(({ text }) => text))
  const endToEnd = textAt(detail, "Refs", "EndToEndId")
  const note = textAt(detail, "AddtlTxInf") || own.note
  const text = [...free, ...more].join(" ")
  return {
    payerName: nameOf("Dbtr") || nameOf("UltmtDbtr"),
    payerIban: textAt(parties, "DbtrAcct", "Id", "IBAN"),
    reference: structured.find(Boolean) || (isRealReference(endToEnd) ? endToEnd : ""),
    text: text.trim() === "" ? note : text,
    bankReference: textAt(detail, "Refs", "AcctSvcrRef") || own.bankReference,
  }
}

const childrenOf = (element: Element | undefined, name: string) =>
  element?.children.filter((child) => child.name === name) ?? []

const childOf = (element: Element | undefined, name: string) => childrenOf(element, name)[0]

function at(element: Element | undefined, ...path: string[]): Element | undefined {
  return path.reduce((found, name) => childOf(found, name), element)
}

const textAt = (element: Element | undefined, ...path: string[]) => at(element, ...path)?.text.trim() ?? ""
