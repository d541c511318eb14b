import { z } from "zod"
import { orderStatuses } from "./order"

/** What a list of orders can be asked for; senseless values read as absent. */
export const OrderFilter = z.object({
  search: z.string().trim().max(100).catch("").default(""),
  status: z.enum(orderStatuses).or(z.literal("")).catch("").default(""),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
})
export type OrderFilter = z.output<typeof OrderFilter>
