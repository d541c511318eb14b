import { z } from "zod"
import { cleanIban, isIban } from "~/domain/bank-transfer/iban"
import { PageNumber } from "~/domain/lists/page-number"
import { ObjectId } from "~/domain/object-id"
import { cleanCode } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { searchText } from "~/domain/text/search-text"
import { visibleLine } from "~/domain/text/visible-line"
import { type PayoutStatus, payoutStatuses } from "./payout"

const statuses = Object.keys(payoutStatuses) as [PayoutStatus, ...PayoutStatus[]]

/** Invalid values count as absent. */
export const PayoutFilter = z.object({
  search: searchText(60),
  status: z
    .enum([...statuses, "waiting", ""])
    .catch("")
    .default(""),
  page: PageNumber,
})
export type PayoutFilter = z.output<typeof PayoutFilter>

/** The account that a payout goes to */
export const PayeeForm = z.object({
  payeeName: visibleLine(70, {
    missing: "Please enter the name of the account holder",
    tooLong: "Please use at most 70 characters for the name",
    unprintable: "This name contains a character that cannot be used",
  }),
  payeeIban: codeText(42, "Please enter the IBAN", "An IBAN has at most 34 characters", (text) =>
    cleanIban(cleanCode(text)),
  ).refine(isIban, "Please check the IBAN: a letter or digit is wrong or missing"),
})
export type PayeeForm = z.output<typeof PayeeForm>

export const TickedPayouts = z
  .array(ObjectId)
  .max(100, "At most 100 payouts can be marked at once")
  .transform((ids) => [...new Set(ids)])

export const FinishedPayouts = z.object({
  ids: TickedPayouts.refine((ids) => ids.length > 0, "Tick the payouts that you have sent"),
})
