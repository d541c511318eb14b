import { z } from "zod"
import { UnitCount } from "~/domain/inventory/stock"
import { PageNumber } from "~/domain/lists/page-number"
import { emailSearch } from "~/domain/mail/email-text"
import { Amount } from "~/domain/money/amount"
import { ObjectId } from "~/domain/object-id"
import {
  CancellationFields,
  hasRefundSnapshot,
  refundSnapshot,
  refundSnapshotRule,
} from "~/domain/orders/order-schemas"
import { MAX_DETAILS, returnReasons } from "./return"
import { OwnUnits, words } from "./withdrawal-schema"

/** Invalid values count as absent. */
export const ReturnFilter = z.object({
  search: emailSearch,
  status: z.enum(["open", "declared", "requested", "received", "refunded", "declined", ""]).catch("").default(""),
  kind: z.enum(["withdrawal", "return", ""]).catch("").default(""),
  sort: z.enum(["date", "-date"]).catch("date").default("date"),
  page: PageNumber,
})
export type ReturnFilter = z.output<typeof ReturnFilter>

export const ReturnRequest = OwnUnits.extend({
  reason: z.enum(returnReasons, "Choose a reason"),
  details: words("the details", MAX_DETAILS),
})

const PRESS_AGAIN = "Please press the button again"

/** The value of a button, which text browsers show */
export const ReturnStep = z.object({
  step: z
    .string(PRESS_AGAIN)
    .toLowerCase()
    .pipe(z.enum(["confirm", "receive", "reopen"], PRESS_AGAIN)),
})

export const ReturnRefusal = CancellationFields.pick({ reason: true })

const amount = Amount.default(0)

export const ReturnRefund = z
  .object({
    goods: amount,
    shipping: amount,
    units: z
      .array(z.object({ line: ObjectId, restocked: UnitCount, writtenOff: UnitCount }), "Enter the units again")
      .max(200, "There are too many items")
      .default([]),
    ...refundSnapshot,
  })
  .refine(hasRefundSnapshot, refundSnapshotRule)
