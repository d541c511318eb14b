import { z } from "zod"
import { UnitCount } from "~/domain/inventory/stock"
import { Amount } from "~/domain/money/amount"
import { ObjectId } from "~/domain/object-id"
import { unprintable } from "~/domain/text/line-of-text"
import { nextStatuses } from "./order-status"

const RELOAD = "Please load the page again"

const TrackingNumber = z
  .string("Enter a tracking number")
  .trim()
  .max(100, "A tracking number has at most 100 characters")
  .regex(/^[^\p{Cc}]*$/u, unprintable("Please leave out control characters"))
  .default("")

/** Which there are is a setting. */
const CarrierName = z.string("Choose a carrier").trim().max(40, "Choose a carrier").default("")

export const ParcelFields = z.object({ tracking: TrackingNumber, carrier: CarrierName })
export type ParcelFields = z.output<typeof ParcelFields>

/** Pages of before the upgrade decline all refunds of an order. */
export const RefundDecline = z.object({ request: ObjectId.optional() })

export const OrderAdvance = ParcelFields.extend({ status: z.enum(nextStatuses, "Please choose the next status") })

/** `none`, or the prefix and the value. */
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
  text: z
    .string("Please write a note")
    .trim()
    .min(1, "Please write a note")
    .max(2_000, { error: "A note has at most 2000 characters", abort: true }),
})

const TICK = "Tick the box or leave it empty"

export const CancellationFields = z.object({
  reason: z
    .string("Please tell the customer why")
    .trim()
    .min(1, "Please tell the customer why")
    .max(300, "A reason has at most 300 characters"),
  restock: z.literal("on", TICK).optional(),
  refunded: z.coerce.number(RELOAD).int(RELOAD).min(0, RELOAD).optional(),
})

export const RefundFields = z.object({
  whole: z.literal("yes", "Choose what to refund").optional(),
  amount: Amount.optional(),
  units: z
    .array(z.object({ line: ObjectId, quantity: UnitCount }), "Choose the units again")
    .max(200, "These are too many items")
    .default([]),
  restock: z.literal("on", TICK).optional(),
  reason: z.string("Enter a reason").trim().max(300, "A reason has at most 300 characters").optional(),
  refunded: z.coerce.number(RELOAD).int(RELOAD).min(0, RELOAD),
  /** The confirmed amount in cents. */
  confirmed: z.coerce.number(RELOAD).int(RELOAD).min(0, RELOAD).optional(),
})
