import { z } from "zod"
import { Day } from "~/domain/lists/day"
import { PageNumber } from "~/domain/lists/page-number"
import { ObjectId } from "~/domain/object-id"
import { FormKey } from "~/domain/records/form-key"
import { codeText } from "~/domain/text/code-text"
import { searchText } from "~/domain/text/search-text"
import { type LineOutcome, type LineStatus, lineOutcomes, lineStatuses } from "./bank-line"

const outcomes = Object.keys(lineOutcomes) as [LineOutcome, ...LineOutcome[]]
const statuses = Object.keys(lineStatuses) as [LineStatus, ...LineStatus[]]

/** Invalid values count as absent. */
export const BankLineFilter = z.object({
  search: searchText(60),
  outcome: z.enum(outcomes).or(z.literal("")).catch("").default(""),
  status: z.enum(statuses).or(z.literal("")).catch("").default(""),
  file: ObjectId.catch("").default(""),
  from: Day,
  to: Day,
  page: PageNumber,
})
export type BankLineFilter = z.output<typeof BankLineFilter>

/** How a file is read */
export const ReadBankFile = z.object({
  /** Whether the columns of a CSV file are chosen again, although those of an earlier file are remembered */
  choosesColumns: z.boolean().default(false),
})
export type ReadBankFile = z.output<typeof ReadBankFile>

/** What the page of a file is sent */
export const BankFileStep = z.object({
  step: z.enum(["columns", "book"]).catch("book").default("book"),
  /** The use of each column */
  column: z.array(z.string().max(40).default("")).max(200).default([]),
})

/** What is decided about an entry */
export const LineDecision = z.object({
  decision: z.enum(["record", "reopen", "return", "ignore", "undo"], "Please choose what to do with this entry"),
  order: codeText(20, "Please enter the number of an order", "An order’s number has at most 9 digits").default(""),
})
export type LineDecision = z.output<typeof LineDecision>

/** Invalid values count as absent. */
export const AwaitingFilter = z.object({ search: searchText(60), page: PageNumber })
export type AwaitingFilter = z.output<typeof AwaitingFilter>

/** Orders whose money arrived */
export const TickedOrders = z
  .array(ObjectId)
  .max(100, "At most 100 orders can be marked at once")
  .transform((ids) => [...new Set(ids)])

export const ReceivedOrders = z.object({
  formKey: FormKey,
  ids: TickedOrders.refine((ids) => ids.length > 0, "Tick the orders whose money arrived"),
})
