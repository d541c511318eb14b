import { z } from "zod"
import { isObjectId } from "../object-id"
import { PageNumber } from "../page-number"
import { orderStatuses } from "./order-status"

/** What a list of orders can be asked for; senseless values read as absent. */
export const OrderFilter = z.object({
  search: z.string().trim().max(100).catch("").default(""),
  status: z.enum(orderStatuses).or(z.literal("")).catch("").default(""),
  page: PageNumber,
})
export type OrderFilter = z.output<typeof OrderFilter>

/** Descending with a minus. */
const orderSorts = ["-date", "date", "-amount", "amount", "-quantity", "quantity", "status", "-status"] as const
export type OrderSort = (typeof orderSorts)[number]

/** What an administrator can ask for beside that: the orders of one user, or by what became of the money. */
export const AdminOrderFilter = OrderFilter.extend({
  payment: z.enum(["paid", "refunded", ""]).catch("").default(""),
  user: z.string().refine(isObjectId).catch("").default(""),
  sort: z.enum(orderSorts).catch("-date").default("-date"),
})
export type AdminOrderFilter = z.output<typeof AdminOrderFilter>
