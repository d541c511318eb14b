import { z } from "zod"
import { type Staff, staffOf } from "~/domain/accounts/actor"
import type { User } from "~/domain/accounts/user"
import { emailSearch } from "~/domain/mail/email-text"
import { type OrderRow, orderNumberIn } from "~/domain/orders/order"
import { AdminOrderFilter } from "~/domain/orders/order-filter"
import { listOrders } from "~/domain/orders/order-list.server"
import { listProductTable, type ProductTableRow } from "~/domain/product-table/product-table.server"
import { ProductTableFilter } from "~/domain/product-table/product-table-filter"
import type { Shop } from "~/domain/shop"
import { UserFilter } from "~/domain/staff/users/user-filter"
import { listUsers } from "~/domain/staff/users/users.server"

/** Trigram indexes need three characters; an order's number may be shorter. */
export const MIN_SEARCH_LENGTH = 3

export const BackOfficeSearch = z.object({ search: emailSearch })

export function isLongEnough(search: string): boolean {
  return search.length >= MIN_SEARCH_LENGTH || orderNumberIn(search) !== null
}

interface Matches<Row> {
  rows: Row[]
  count: number
}

/** Leaves out areas that the reader may not see */
export interface BackOfficeMatches {
  orders?: Matches<OrderRow>
  products?: Matches<ProductTableRow>
  users?: Matches<Pick<User, "id" | "name" | "email" | "role">>
}

const MAX_ROWS = 5

export async function searchBackOffice(shop: Shop, reader: Staff<never>, search: string): Promise<BackOfficeMatches> {
  if (!isLongEnough(search)) return {}
  const [orders, products, users] = await Promise.all([
    searchOrders(shop, staffOf(reader, ["orders.see"]), search),
    searchProducts(shop, staffOf(reader, ["products.see"]), search),
    searchUsers(shop, staffOf(reader, ["customers.see"]), search),
  ])
  return { ...(orders && { orders }), ...(products && { products }), ...(users && { users }) }
}

async function searchOrders(shop: Shop, staff: Staff<"orders.see"> | null, search: string) {
  if (!staff) return null
  const { orders, count } = await listOrders(shop, staff, AdminOrderFilter.parse({ search }))
  return { rows: orders.slice(0, MAX_ROWS), count }
}

async function searchProducts(shop: Shop, staff: Staff<"products.see"> | null, search: string) {
  if (!staff) return null
  const { products, count } = await listProductTable(shop, staff, ProductTableFilter.parse({ search, sort: "name" }))
  return { rows: products.slice(0, MAX_ROWS), count }
}

async function searchUsers(shop: Shop, staff: Staff<"customers.see"> | null, search: string) {
  if (!staff) return null
  const { users, count } = await listUsers(shop, staff, UserFilter.parse({ search, sort: "name" }))
  const rows = users.slice(0, MAX_ROWS).map(({ id, name, email, role }) => ({ id, name, email, role }))
  return { rows, count }
}
