import { z } from "zod"
import { toCents } from "../money"
import { ObjectIdField } from "../object-id"

const TrackingNumber = z
  .string()
  .trim()
  .max(100, "A tracking number has at most 100 characters")
  .regex(/^[^\p{Cc}]*$/u, "Please leave out control characters")
  .default("")

/** The 'Process Order' form. */
export const ProcessForm = z.object({
  status: z.enum(["Shipped", "Delivered"], "Please choose the next status"),
  tracking: TrackingNumber,
})

export const TrackingForm = z.object({ tracking: TrackingNumber })

export const NoteForm = z.object({
  text: z
    .string("Please write a note")
    .trim()
    .min(1, "Please write a note")
    .max(2_000, "A note has at most 2000 characters"),
})

const Amount = z.string().transform((dollars, context) => {
  const cents = toCents(dollars)
  if (cents !== null) return cents
  context.addIssue({ code: "custom", message: "Enter an amount such as 12.50" })
  return z.NEVER
})

const Units = z.coerce
  .number("Units must be a whole number")
  .int("Units must be a whole number")
  .min(0, "Units must be a whole number")
  .default(0)

/** The refund form: all that is left, or an amount, or the price of units. */
export const RefundForm = z.object({
  whole: z.literal("yes").optional(),
  amount: Amount.optional(),
  units: z.array(z.object({ line: ObjectIdField, quantity: Units })).default([]),
  restock: z.literal("on").optional(),
  reason: z.string().trim().max(300, "A reason has at most 300 characters").optional(),
  seen: z.coerce.number().int().min(0),
})
