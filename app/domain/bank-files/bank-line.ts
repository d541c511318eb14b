import type { Selectable } from "kysely"
import type { Day } from "~/domain/days/days"
import type { Cents } from "~/domain/money/money"
import type { Tables } from "~db/schema"
import type { LineOutcome } from "~db/schema/bank-files"

export type { LineOutcome }
export type LineStatus = Selectable<Tables["bank_lines"]>["status"]
export type BankFileFormat = Selectable<Tables["bank_files"]>["format"]
export type BankFileStatus = Selectable<Tables["bank_files"]>["status"]

export const formatNames: Record<BankFileFormat, string> = { "camt.053": "CAMT.053", mt940: "MT940", csv: "CSV" }

/** An entry of a bank's file, as it was read */
export interface BankEntry {
  /** `reversal`: the bank took back money that had arrived */
  kind: "credit" | "reversal"
  bookedOn: Day
  amount: Cents
  currency: string
  payerName: string
  /** Without blanks; empty if unknown */
  payerIban: string
  /** The structured reference, or the payer's own */
  reference: string
  /** The text that the payer wrote */
  text: string
  /** The bank's own reference; empty if it gives none */
  bankReference: string
  /** The account that it arrived on; empty if the file does not state it */
  account: string
}

/** The contents of a bank's file */
export interface BankStatement {
  /** The accounts that it is about, without repetition */
  accounts: string[]
  entries: BankEntry[]
  /** Entries of money that left the account */
  outgoing: number
  /** Entries that the bank has not booked yet */
  pending: number
}

type Tone = "good" | "bad" | "neutral"

/** What was found out about an entry, and what to do with it */
export const lineOutcomes: Record<LineOutcome, { label: string; tone: Tone; meaning: string }> = {
  matches: { label: "Matches", tone: "good", meaning: "It pays an order exactly." },
  short: { label: "Too little", tone: "bad", meaning: "The order keeps waiting for the rest." },
  over: { label: "Too much", tone: "bad", meaning: "The order is paid, and the rest goes back." },
  twice: { label: "Already paid", tone: "bad", meaning: "The order was paid before: the money goes back." },
  cancelled: { label: "Cancelled order", tone: "bad", meaning: "The order can be reopened, or the money goes back." },
  unknown: { label: "No order found", tone: "bad", meaning: "Choose its order, or set it aside." },
  similar: {
    label: "Perhaps known",
    tone: "bad",
    meaning: "It may be money that another file, or a person, recorded before.",
  },
  currency: { label: "Other currency", tone: "bad", meaning: "The shop has no orders in this currency." },
  reversal: { label: "Taken back", tone: "bad", meaning: "The bank took back money that had arrived." },
  known: { label: "Known", tone: "neutral", meaning: "An earlier file has this entry." },
}

export const lineStatuses: Record<LineStatus, { label: string; tone: Tone }> = {
  open: { label: "Open", tone: "bad" },
  booked: { label: "Recorded", tone: "good" },
  returned: { label: "Goes back", tone: "neutral" },
  ignored: { label: "Set aside", tone: "neutral" },
}

/** A stored entry, as the pages show it */
export interface BankLine extends Omit<BankEntry, "bankReference" | "account"> {
  id: string
  fileId: string
  fileName: string
  outcome: LineOutcome
  status: LineStatus
  orderId: string | null
  orderNumber: number | null
}
