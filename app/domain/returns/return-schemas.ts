import { z } from "zod"
import { Amount } from "../amount"
import { ObjectId } from "../object-id"
import { PageNumber } from "../page-number"
import { MAX_DETAILS, returnReasons } from "./return"
import { OwnUnits, words } from "./withdrawal-schema"

/** Invalid values count as absent. */
export const ReturnFilter = z.object({
  search: z.string().trim().max(100).catch("").default(""),
  status: z.enum(["open", "requested", "received", "refunded", "declined", ""]).catch("").default(""),
  kind: z.enum(["withdrawal", "return", ""]).catch("").default(""),
  sort: z.enum(["date", "-date"]).catch("date").default("date"),
  page: PageNumber,
})
export type ReturnFilter = z.output<typeof ReturnFilter>

export const ReturnRequest = OwnUnits.extend({
  reason: z.enum(returnReasons, "Choose a reason"),
  details: words("the details", MAX_DETAILS),
})

export const ReturnStep = z.object({ step: z.enum(["receive", "reopen"], "Please press the button again") })

export const ReturnRefusal = z.object({
  reason: z
    .string("Please tell the customer why")
    .trim()
    .min(1, "Please tell the customer why")
    .max(300, "A reason has at most 300 characters"),
})

const amount = Amount.default(0)

const units = z.coerce
  .number("Units must be a whole number")
  .int("Units must be a whole number")
  .min(0, "Units must be a whole number")
  .max(1_000_000, "These are too many units")
  .default(0)

export const ReturnRefund = z.object({
  goods: amount,
  shipping: amount,
  units: z
    .array(z.object({ line: ObjectId, restocked: units, writtenOff: units }), "Enter the units again")
    .max(200, "These are too many items")
    .default([]),
  refunded: z.coerce.number("Please load the page again").int().min(0),
})
