import { z } from "zod"
import { listInventory } from "~/domain/product-table/product-table.server"
import { InventoryFilter } from "~/domain/product-table/product-table-filter"
import type { Staff } from "../accounts/actor"
import type { User } from "../accounts/user"
import { UserFilter } from "../accounts/user-filter"
import { listUsers } from "../accounts/users.server"
import type { ProductSummary } from "../catalog/product"
import { type OrderRow, orderNumberIn } from "../orders/order"
import { AdminOrderFilter } from "../orders/order-filter"
import { listOrders } from "../orders/order-list.server"
import type { Shop } from "../shop"

/** Trigram indexes need three characters; an order's number may be shorter. */
export const MIN_SEARCH_LENGTH = 3

export const BackOfficeSearch = z.object({ search: z.string().trim().max(100).catch("").default("") })

export function isLongEnough(search: string): boolean {
  return search.length >= MIN_SEARCH_LENGTH || orderNumberIn(search) !== null
}

interface Matches<Row> {
  rows: Row[]
  count: number
}

export interface BackOfficeMatches {
  orders: Matches<OrderRow>
  products: Matches<ProductSummary>
  users: Matches<User>
}

const MAX_ROWS = 5

export async function searchBackOffice(
  shop: Shop,
  staff: Staff<"orders.see" | "products.see" | "customers.see">,
  search: string,
): Promise<BackOfficeMatches> {
  if (!isLongEnough(search)) {
    const none = { rows: [], count: 0 }
    return { orders: none, products: none, users: none }
  }
  const [{ orders, ...foundOrders }, { products, ...foundProducts }, { users, ...foundUsers }] = await Promise.all([
    listOrders(shop, staff, AdminOrderFilter.parse({ search })),
    listInventory(shop, staff, InventoryFilter.parse({ search, sort: "name" })),
    listUsers(shop, staff, UserFilter.parse({ search, sort: "name" })),
  ])
  return {
    orders: { rows: orders.slice(0, MAX_ROWS), count: foundOrders.count },
    products: { rows: products.slice(0, MAX_ROWS), count: foundProducts.count },
    users: { rows: users.slice(0, MAX_ROWS), count: foundUsers.count },
  }
}
