import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { emailSearch } from "~/domain/mail/email-text"
import { ObjectId } from "~/domain/object-id"
import { FormKey } from "~/domain/records/form-key"
import { ParcelFields, paymentSnapshot } from "../order-schemas"
import { MAX_PACKED } from "./packing"

const TOO_MANY = `At most ${MAX_PACKED} orders can be packed at once`

const text = z.string().trim().max(100).catch("").default("")

/** Invalid values count as absent. */
export const PackFilter = z.object({
  search: emailSearch,
  method: text,
  country: text,
  /** `awaiting` includes transfers that have not arrived, which otherwise wait outside of the list. */
  payment: z.enum(["paid", "awaiting", ""]).catch("").default(""),
  sort: z.enum(["date", "-date"]).catch("date").default("date"),
  page: PageNumber,
})
export type PackFilter = z.output<typeof PackFilter>

export const ChosenOrders = z
  .array(ObjectId)
  .transform((ids) => [...new Set(ids)])
  .refine((ids) => ids.length <= MAX_PACKED, TOO_MANY)

const ShipmentRow = ParcelFields.extend({
  ...paymentSnapshot,
  id: ObjectId,
  ship: z.literal("on", "Tick the box or leave it empty").optional(),
})

export const ShipmentFields = z.object({
  formKey: FormKey,
  orders: z
    .array(ShipmentRow, "Choose the orders again")
    .max(MAX_PACKED, TOO_MANY)
    .refine((rows) => rows.some(({ ship }) => ship), "Tick the orders that you have packed"),
})
