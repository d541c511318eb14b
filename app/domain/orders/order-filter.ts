import { z } from "zod"
import { PageNumber } from "~/domain/lists/page-number"
import { emailSearch } from "~/domain/mail/email-text"
import { isObjectId } from "~/domain/object-id"
import { codeText } from "~/domain/text/code-text"
import { orderStatuses } from "./order-status"

/** Invalid values count as absent. */
export const OrderFilter = z.object({
  search: emailSearch,
  status: z.enum(orderStatuses).or(z.literal("")).catch("").default(""),
  page: PageNumber,
})
export type OrderFilter = z.output<typeof OrderFilter>

/** A minus sorts in descending order. */
const orderSorts = ["-date", "date", "-amount", "amount", "-quantity", "quantity", "status", "-status"] as const
export type OrderSort = (typeof orderSorts)[number]

export const AdminOrderFilter = OrderFilter.extend({
  payment: z.enum(["paid", "awaiting", "refunded", "waiting", ""]).catch("").default(""),
  user: codeText(100, "", "").refine(isObjectId).catch("").default(""),
  sort: z.enum(orderSorts).catch("-date").default("-date"),
})
export type AdminOrderFilter = z.output<typeof AdminOrderFilter>
