import { type SelectQueryBuilder, sql } from "kysely"
import type { Member, Staff } from "~/domain/accounts/actor"
import { matchesText } from "~/domain/lists/matches-text.server"
import { MAX_COUNTED } from "~/domain/lists/max-counted"
import { isWithinCount, pageOf } from "~/domain/lists/paginate.server"
import type { Cents } from "~/domain/money/money"
import type { Shop } from "~/domain/shop"
import { likePattern } from "~db/like-pattern"
import type { Tables } from "~db/schema"
import { ORDERS_PER_PAGE, type OrderRow, orderNumberIn } from "./order"
import type { AdminOrderFilter, OrderFilter, OrderSort } from "./order-filter"
import { orderStatuses } from "./order-status"
import { readSales } from "./sales-by-day.server"

interface OrderPage {
  orders: OrderRow[]
  count: number
  /** The sum over all pages, without subtracting refunds; null if only some of very many orders are counted */
  totalAmount: Cents | null
}

export const noOrders: OrderPage = { orders: [], count: 0, totalAmount: 0 }

export async function listMyOrders(shop: Shop, member: Member, filter: OrderFilter): Promise<OrderPage> {
  let matching = ordersWith(shop, filter).where("user_id", "=", member.id)
  if (filter.search) {
    const pattern = likePattern(filter.search)
    matching =
      matching.where(sql<boolean>`(number = ${orderNumberIn(filter.search)} or orders.id ilike ${pattern} or exists (
      select from order_lines where order_id = orders.id and ${matchesText(lineTexts, filter.search)}))`)
  }
  const [orders, sums] = await Promise.all([readPage(matching, filter.page, "-date"), sumSome(shop, matching)])
  return { orders, ...sums }
}

export async function listOrders(
  shop: Shop,
  _staff: Staff<"orders.see">,
  filter: AdminOrderFilter,
): Promise<OrderPage> {
  const matching = matchingOrders(shop, filter)
  const [orders, sums] = await Promise.all([
    readPage(matching, filter.page, filter.sort),
    isEveryOrder(filter) ? sumAll(shop) : sumSome(shop, matching),
  ])
  return { orders, ...sums }
}

export function listLatestOrders(shop: Shop, _staff: Staff<"orders.see">, most: number): Promise<OrderRow[]> {
  return selectRows(sortOrders(ordersWith(shop, { status: "" }), "-date"))
    .limit(most)
    .execute()
}

export async function findOrderIds(
  shop: Shop,
  _staff: Staff<"orders.see">,
  filter: AdminOrderFilter,
): Promise<string[]> {
  const rows = await sortOrders(matchingOrders(shop, filter), filter.sort).select("orders.id").execute()
  return rows.map((row) => row.id)
}

function matchingOrders(shop: Shop, filter: AdminOrderFilter): Orders {
  let matching = ordersWith(shop, filter)
  if (filter.user) matching = matching.where("user_id", "=", filter.user)
  if (filter.payment === "waiting") matching = matching.where(refundWaits)
  else if (filter.payment) matching = matching.where("payment_status", "=", paymentStatus[filter.payment])
  if (filter.search) matching = matching.where(sql<boolean>`orders.id in (${ordersAbout(filter.search)})`)
  return matching
}

type Orders = SelectQueryBuilder<Tables, "orders", object>

const refundWaits = sql<boolean>`exists (select from refund_requests where order_id = orders.id)`

const paymentStatus = { paid: "succeeded", refunded: "refunded", awaiting: "awaiting" } as const

function ordersWith(shop: Shop, { status }: Pick<OrderFilter, "status">): Orders {
  const all = shop.db.selectFrom("orders").where("deleted_at", "is", null)
  return status ? all.where("status", "=", status) : all
}

const orderTexts = {
  text: sql<string>`order_text(id, user_name, user_email, shipping_info, tracking_number)`,
  name: sql<string>`(user_name || ' ' || user_email)`,
}

const lineTexts = { text: sql<string>`name_text(name)`, name: sql<string>`name` }

/** Each part of the union has its own index. */
export function ordersAbout(search: string) {
  return sql`
    select id from orders where ${matchesText(orderTexts, search)}
    union
    select order_id from order_lines where ${matchesText(lineTexts, search)}
    union
    select id from orders where payment_intent_id = ${search} or number = ${orderNumberIn(search)}`
}

const orderedUnits = sql<number>`(select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)`

const sortColumns = {
  date: sql`orders.created_at`,
  amount: sql`orders.total_price`,
  quantity: orderedUnits,
  status: sql`array_position(${orderStatuses}::text[], orders.status)`,
}

function sortOrders(matching: Orders, sort: OrderSort): Orders {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  const column = sortColumns[sort.replace("-", "") as keyof typeof sortColumns]
  return matching.orderBy(column, direction).orderBy("orders.id", direction)
}

async function readPage(matching: Orders, page: number, sort: OrderSort): Promise<OrderRow[]> {
  if (!isWithinCount(page, ORDERS_PER_PAGE)) return []
  return pageOf(selectRows(sortOrders(matching, sort)), page, ORDERS_PER_PAGE).execute()
}

function selectRows(orders: Orders) {
  return orders
    .select(["orders.id", "number", "status", "payment_status as paymentStatus", "payment_method as paymentMethod"])
    .select("total_price as total")
    .select([orderedUnits.as("quantity"), "user_name as userName", "created_at as createdAt"])
}

function isEveryOrder({ status, payment, user, search }: AdminOrderFilter): boolean {
  return !status && !payment && !user && !search
}

async function sumAll(shop: Shop): Promise<Omit<OrderPage, "orders">> {
  const { orders, total } = await readSales(shop)
  return { count: orders, totalAmount: total }
}

async function sumSome({ db }: Shop, matching: Orders): Promise<Omit<OrderPage, "orders">> {
  const some = matching.select("total_price").limit(sql.lit(MAX_COUNTED + 1))
  const { count, amount } = await db
    .selectFrom(some.as("some"))
    .select((row) => [row.fn.countAll<number>().as("count"), row.fn.sum<number | null>("total_price").as("amount")])
    .executeTakeFirstOrThrow()
  return { count, totalAmount: count > MAX_COUNTED ? null : (amount ?? 0) }
}
