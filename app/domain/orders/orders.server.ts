import { type Selectable, sql } from "kysely"
import type { OrdersTable } from "~db/schema"
import type { Member } from "../accounts/user"
import { viewPicture } from "../media/picture"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import { notFound } from "../shop-error"
import type { Shop } from "../shop"
import { ORDERS_PER_PAGE, type Order, type OrderLine, type OrderRow } from "./order"
import type { OrderFilter } from "./order-filter"

export interface OrderPage {
  orders: OrderRow[]
  /** How many orders match, on all pages. */
  count: number
}

/** The member's own orders, newest first. */
export async function listMyOrders(shop: Shop, member: Member, filter: OrderFilter): Promise<OrderPage> {
  let matching = shop.db.selectFrom("orders").where("user_id", "=", member.id).where("deleted_at", "is", null)
  if (filter.status) matching = matching.where("status", "=", filter.status)
  if (filter.search) {
    const pattern = `%${filter.search.replace(/[\\%_]/g, "\\$&")}%`
    matching = matching.where((row) =>
      row.or([
        row("orders.id", "ilike", pattern),
        row.exists(
          row
            .selectFrom("order_lines")
            .select("order_lines.id")
            .whereRef("order_lines.order_id", "=", "orders.id")
            .where("order_lines.name", "ilike", pattern),
        ),
      ]),
    )
  }
  const [rows, { count }] = await Promise.all([
    matching
      .select(["orders.id", "status", "payment_status", "total_price", "user_name", "created_at", units])
      .orderBy("created_at", "desc")
      .orderBy("orders.id", "desc")
      .limit(ORDERS_PER_PAGE)
      .offset((filter.page - 1) * ORDERS_PER_PAGE)
      .execute(),
    matching.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  return { orders: rows.map(toRow), count }
}

/**
 * One order with its lines; an administrator may read any, a member their own.
 * @throws ShopError `notFound`, also when it is somebody else's
 */
export async function findOrder(shop: Shop, member: Member, id: string): Promise<Order> {
  let query = shop.db.selectFrom("orders").selectAll().where("id", "=", id).where("deleted_at", "is", null)
  if (member.role !== "admin") query = query.where("user_id", "=", member.id)
  const row = await query.executeTakeFirst()
  if (!row) throw notFound("No order found")
  return toOrder(row, await readLines(shop, id))
}

/** The order of a payment intent, for the page after paying. */
export async function findOrderOfIntent(shop: Shop, member: Member, intentId: string): Promise<Order> {
  const row = await shop.db
    .selectFrom("orders")
    .select("id")
    .where("payment_intent_id", "=", intentId)
    .where("user_id", "=", member.id)
    .executeTakeFirst()
  if (!row) throw notFound("No order found")
  return findOrder(shop, member, row.id)
}

const units = sql<number>`(select coalesce(sum(quantity), 0) from order_lines where order_id = orders.id)`.as("units")

async function readLines(shop: Shop, orderId: string): Promise<OrderLine[]> {
  const rows = await shop.db
    .selectFrom("order_lines")
    .leftJoin("pictures", "pictures.id", "order_lines.picture_id")
    .select(["order_lines.id", "product_id", "name", "price", "quantity", "returned_quantity", ...pictureColumns])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute()
  return rows.map((row) => {
    const stored = toPicture(row)
    return {
      id: row.id,
      product: row.product_id,
      name: row.name,
      price: row.price,
      quantity: row.quantity,
      returnedQuantity: row.returned_quantity,
      picture: stored && viewPicture(stored, row.name, shop.media.baseUrl),
    }
  })
}

type ListRow = Pick<
  Selectable<OrdersTable>,
  "id" | "status" | "payment_status" | "total_price" | "user_name" | "created_at"
> & { units: number }

function toRow(row: ListRow): OrderRow {
  return {
    id: row.id,
    status: row.status,
    paymentStatus: row.payment_status,
    total: row.total_price,
    quantity: row.units,
    userName: row.user_name,
    createdAt: row.created_at,
  }
}

function toOrder(row: Selectable<OrdersTable>, lines: OrderLine[]): Order {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
    lines,
    shippingInfo: row.shipping_info,
    totals: { subTotal: row.item_price, tax: row.tax_price, shipping: row.shipping_price, total: row.total_price },
    payment: { intentId: row.payment_intent_id, status: row.payment_status },
    refunded: row.refunded_amount,
    status: row.status,
    trackingNumber: row.tracking_number,
    createdAt: row.created_at,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
    cancelledAt: row.cancelled_at,
  }
}
