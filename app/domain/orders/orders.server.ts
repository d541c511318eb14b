import { type Selectable, sql } from "kysely"
import type { OrdersTable } from "~db/schema"
import type { Admin, Member } from "../accounts/user"
import { viewPicture } from "../media/picture"
import { pictureColumns, toPicture } from "../media/picture-row.server"
import type { Cents } from "../money"
import { isObjectId } from "../object-id"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import type { Order, OrderLine, OrderRefund } from "./order"
import { statusRules } from "./order-status"
import { unitsToSendColumn } from "./units-to-send.server"

/**
 * One order with everything in it; an administrator may read any, a member their own.
 * @throws ShopError `notFound`, also when it is somebody else's
 */
export async function findOrder(shop: Shop, member: Member, id: string): Promise<Order> {
  if (!isObjectId(id)) throw notFound("No order found")
  let query = activeOrders(shop).where("id", "=", id)
  if (member.role !== "admin") query = query.where("user_id", "=", member.id)
  const [order] = await loadOrders(shop, await query.execute())
  if (!order) throw notFound("No order found")
  return order
}

/** The order of a payment intent, for the page after paying. @throws ShopError `notFound` */
export async function findOrderOfIntent(shop: Shop, member: Member, intentId: string): Promise<Order> {
  const query = activeOrders(shop).where("payment_intent_id", "=", intentId).where("user_id", "=", member.id)
  const [order] = await loadOrders(shop, await query.execute())
  if (!order) throw notFound("No order found")
  return order
}

/** All of the member's orders with everything in them, newest first: what the public JSON lists. */
export async function listAllMyOrders(shop: Shop, member: Member): Promise<Order[]> {
  return loadOrders(shop, await activeOrders(shop).where("user_id", "=", member.id).execute())
}

/** Everybody's orders with everything in them, newest first, and the sum of their totals. */
export async function listAllOrders(shop: Shop, _admin: Admin): Promise<{ orders: Order[]; totalAmount: Cents }> {
  const orders = await loadOrders(shop, await activeOrders(shop).execute())
  return { orders, totalAmount: orders.reduce((sum, order) => sum + order.totals.total, 0) }
}

function activeOrders(shop: Shop) {
  return shop.db
    .selectFrom("orders")
    .selectAll()
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
}

/** Adds lines and refunds to orders, however many, in two queries. */
async function loadOrders(shop: Shop, rows: Selectable<OrdersTable>[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const [lines, refunds] = await Promise.all([readLines(shop, ids), readRefunds(shop, ids)])
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? [], refunds.get(row.id) ?? []))
}

async function readLines(shop: Shop, orderIds: string[]): Promise<Map<string, OrderLine[]>> {
  const rows = await shop.db
    .selectFrom("order_lines")
    .leftJoin("pictures", "pictures.id", "order_lines.picture_id")
    .select(["order_lines.id", "order_id", "product_id", "name", "price", "quantity"])
    .select(["returned_quantity", "written_off_quantity", ...pictureColumns])
    .select([onSale.as("on_sale"), unitsToSendColumn.as("to_send")])
    .where(sql<boolean>`order_id = any(${orderIds})`)
    .orderBy("position")
    .execute()
  return groupBy(rows, (row) => {
    const stored = toPicture(row)
    return {
      id: row.id,
      product: row.product_id,
      name: row.name,
      price: row.price,
      quantity: row.quantity,
      returnedQuantity: row.returned_quantity,
      writtenOffQuantity: row.written_off_quantity,
      toSend: row.to_send,
      picture: stored && viewPicture(stored, row.name, shop.media.baseUrl),
      onSale: row.on_sale,
    }
  })
}

const onSale = sql<boolean>`exists (
  select from products where products.id = order_lines.product_id and products.deleted_at is null)`

async function readRefunds(shop: Shop, orderIds: string[]): Promise<Map<string, OrderRefund[]>> {
  const rows = await shop.db
    .selectFrom("refunds")
    .select(["id", "order_id", "amount", "status", "reason", "created_at"])
    .where(sql<boolean>`order_id = any(${orderIds})`)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
  return groupBy(rows, ({ id, amount, status, reason, created_at }) => {
    return { id, amount, status, reason: reason ?? "", createdAt: created_at }
  })
}

function groupBy<Row extends { order_id: string | null }, Item>(rows: Row[], toItem: (row: Row) => Item) {
  const groups = new Map<string, Item[]>()
  for (const row of rows) {
    const key = row.order_id ?? ""
    const group = groups.get(key)
    if (group) group.push(toItem(row))
    else groups.set(key, [toItem(row)])
  }
  return groups
}

function toOrder(row: Selectable<OrdersTable>, lines: OrderLine[], refunds: OrderRefund[]): Order {
  return {
    id: row.id,
    user: { id: row.user_id, name: row.user_name, email: row.user_email },
    lines: statusRules[row.status].parcel === "none" ? lines.map((line) => ({ ...line, toSend: 0 })) : lines,
    shippingInfo: row.shipping_info,
    totals: { subTotal: row.item_price, tax: row.tax_price, shipping: row.shipping_price, total: row.total_price },
    payment: { intentId: row.payment_intent_id, status: row.payment_status },
    refunded: row.refunded_amount,
    refunds,
    status: row.status,
    trackingNumber: row.tracking_number,
    createdAt: row.created_at,
    shippedAt: row.shipped_at,
    deliveredAt: row.delivered_at,
    cancelledAt: row.cancelled_at,
    cancellationReason: row.cancellation_reason,
  }
}
