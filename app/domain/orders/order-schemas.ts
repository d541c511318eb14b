import { z } from "zod"
import { across } from "~/domain/form-rules"
import { UnitCount } from "~/domain/inventory/stock"
import { Amount } from "~/domain/money/amount"
import { ObjectId } from "~/domain/object-id"
import { codeText, foreign } from "~/domain/text/code-text"
import { textLines } from "~/domain/text/text-lines"
import { wholeNumber } from "~/domain/validation/whole-number"
import { nextStatuses } from "./order-status"
import { refundSnapshotOf, type SentSnapshot } from "./refund-snapshot"

const RELOAD = "Please load the page again"

const TrackingNumber = codeText(100, "Enter a tracking number", "A tracking number has at most 100 characters")
  .regex(/^[^\p{Cc}]*$/u, foreign("A tracking number must be on one line", /^[^\p{Cc}]$/u))
  .default("")

/** The valid ones are a setting. */
const CarrierName = codeText(40, "Choose a carrier", "Choose a carrier").default("")

export const ParcelFields = z.object({ tracking: TrackingNumber, carrier: CarrierName })
export type ParcelFields = z.output<typeof ParcelFields>

export const RefundDecline = z.object({ request: ObjectId })

/** The payment status as the form showed it */
export const paymentSnapshot = { paymentSnapshot: z.enum(["succeeded", "refunded", "awaiting"], RELOAD).optional() }

export const OrderAdvance = ParcelFields.extend({
  ...paymentSnapshot,
  status: z.enum(nextStatuses, "Please choose the next status"),
})

/** The value is `none`, or the prefix and the value. */
const snapshotAfter = (prefix: string) =>
  z
    .string(RELOAD)
    .max(200, RELOAD)
    .transform((text) => (text.startsWith(prefix) ? text.slice(prefix.length) : ""))
    .optional()

export const TrackingFields = ParcelFields.extend({
  snapshot: snapshotAfter("number "),
  carrierSnapshot: snapshotAfter("carrier "),
})

export const NoteFields = z.object({
  text: textLines(2_000, "Please write a note", "A note has at most 2000 characters").min(1, "Please write a note"),
})

/** The amount in cents as the page showed it */
const ShownAmount = wholeNumber(0, Number.MAX_SAFE_INTEGER, RELOAD)

/** The amount refunded when the page was opened. Pages of 1.1 and earlier send it as `refunded`, which 1.3 can stop reading. */
export const refundSnapshot = { snapshot: ShownAmount.optional(), refunded: ShownAmount.optional() }

/** Options of `refine` with `hasRefundSnapshot`, for forms that must send it */
export const refundSnapshotRule = { error: RELOAD, path: ["snapshot"], ...across("snapshot", "refunded") }

export const hasRefundSnapshot = (sent: SentSnapshot) => refundSnapshotOf(sent) !== undefined

const TICK = "Tick the box or leave it empty"

export const CancellationFields = z.object({
  reason: textLines(300, "Please give the customer a reason", "A reason has at most 300 characters").min(
    1,
    "Please give the customer a reason",
  ),
  restock: z.literal("on", TICK).optional(),
  ...refundSnapshot,
})

export const RefundFields = z
  .object({
    whole: z.string("Choose what to refund").toLowerCase().pipe(z.literal("yes", "Choose what to refund")).optional(),
    amount: Amount.optional(),
    units: z
      .array(z.object({ line: ObjectId, quantity: UnitCount }), "Choose the units again")
      .max(200, "There are too many items")
      .default([]),
    restock: z.literal("on", TICK).optional(),
    reason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
    ...refundSnapshot,
    /** The confirmed amount in cents. */
    confirmed: ShownAmount.optional(),
  })
  .refine(hasRefundSnapshot, refundSnapshotRule)
