import { sql } from "kysely"
import { jsonArrayFrom, jsonBuildObject } from "kysely/helpers/postgres"
import type { Buyer, Staff } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { isPublic } from "~/domain/catalog/publication/publication.server"
import { pageOf, ROWS_PER_JSON_PAGE } from "~/domain/lists/paginate.server"
import { viewPicture } from "~/domain/media/picture"
import { pictureOf } from "~/domain/media/picture-column.server"
import type { Cents } from "~/domain/money/money"
import { isObjectId } from "~/domain/object-id"
import { chargesOf } from "~/domain/pricing/charges"
import { trackingUrlOf } from "~/domain/settings/carriers"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { agreedLineColumns, agreementColumns } from "./agreement-columns.server"
import type { Order } from "./order"
import { statusRules } from "./order-status"
import { unitsToSendColumn } from "./units-to-send.server"

export type OrderReader = Buyer | Staff<"orders.see">

/** Returns orders in the order of the ids, without unknown ones. */
export async function findOrders(shop: Shop, _staff: Staff<"orders.see">, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const rows = await activeOrders(shop).where("orders.id", "in", ids).execute()
  return rows.map((row) => toOrder(shop, row)).sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}

/** Throws `notFound`, also for another buyer's order. */
export async function findOrder(shop: Shop, reader: OrderReader, id: string): Promise<Order> {
  if (!isObjectId(id)) throw notFound("No order found")
  const query = activeOrders(shop).where("orders.id", "=", id)
  const visible = reader.kind === "staff" ? query : query.where("user_id", "=", reader.id)
  return toOrder(shop, await visible.executeTakeFirstOrThrow(noOrder))
}

export async function findOrderOfIntent(shop: Shop, buyer: Buyer, intentId: string): Promise<Order> {
  const query = activeOrders(shop).where("payment_intent_id", "=", intentId).where("user_id", "=", buyer.id)
  return toOrder(shop, await query.executeTakeFirstOrThrow(noOrder))
}

const noOrder = () => notFound("No order found")

export async function listMyNewestOrders(
  shop: Shop,
  buyer: Buyer,
  page: number,
): Promise<{ orders: Order[]; count: number }> {
  const own = activeOrders(shop).where("user_id", "=", buyer.id)
  const [rows, { count }] = await Promise.all([
    pageOf(own, page, ROWS_PER_JSON_PAGE).execute(),
    own
      .clearSelect()
      .clearOrderBy()
      .select((row) => row.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow(),
  ])
  return { orders: rows.map((row) => toOrder(shop, row)), count }
}

export async function listAllOrders(
  shop: Shop,
  staff: Staff<"orders.see" | "customers.export">,
): Promise<{ orders: Order[]; totalAmount: Cents }> {
  requireProof(shop, staff, "people.export")
  const orders = (await activeOrders(shop).execute()).map((row) => toOrder(shop, row))
  return { orders, totalAmount: orders.reduce((sum, order) => sum + order.totals.total, 0) }
}

function activeOrders({ db }: Shop) {
  return db
    .selectFrom("orders")
    .select(["orders.id", "number", "status", "shipping_info as shippingInfo", "refunded_amount as refunded"])
    .select(["currency", ...agreementColumns])
    .select(sql<boolean>`agreed_text_digest is not null`.as("hasAgreedText"))
    .select(["tracking_number as trackingNumber", "carrier", "cancellation_reason as cancellationReason"])
    .select(["created_at as createdAt", "shipped_at as shippedAt"])
    .select(["delivered_at as deliveredAt", "cancelled_at as cancelledAt"])
    .select(["payment_due_at as dueAt", paidAt.as("paidAt")])
    .select((order) => [
      jsonBuildObject({
        id: order.ref("user_id"),
        name: order.ref("user_name"),
        email: order.ref("user_email"),
        isGuest: isOfGuest,
      }).as("user"),
      jsonBuildObject({
        intentId: order.ref("payment_intent_id"),
        status: order.ref("payment_status"),
        method: order.ref("payment_method"),
        received: receivedAmount,
      }).as("payment"),
      jsonArrayFrom(
        order
          .selectFrom("order_lines")
          .select(["order_lines.id", ...agreedLineColumns])
          .select(["returned_quantity as returnedQuantity", "written_off_quantity as writtenOffQuantity"])
          .select("withdrawal_exemption as withdrawalExemption")
          .select([
            unitsToSendColumn.as("toSend"),
            onSale.as("onSale"),
            values.as("values"),
            valueNames.as("valueNames"),
            sku.as("sku"),
            pictureOf("picture_id").as("picture"),
          ])
          .whereRef("order_id", "=", "orders.id")
          .orderBy("position"),
      ).as("lines"),
      jsonArrayFrom(
        order
          .selectFrom("refunds")
          .select(["refunds.id", "amount", "refunds.status", "payout", "refunds.created_at as createdAt"])
          .select(sql<string>`coalesce(reason, '')`.as("reason"))
          .select(sql<string | null>`(select name from users where users.id = requested_by)`.as("requestedBy"))
          .whereRef("order_id", "=", "orders.id")
          .orderBy("refunds.created_at")
          .orderBy("refunds.id"),
      ).as("refunds"),
    ])
    .where("deleted_at", "is", null)
    .orderBy("orders.created_at", "desc")
    .orderBy("orders.id", "desc")
}

const receivedAmount = sql<number>`case payment_method when 'online' then 0 else (
  select coalesce(sum(amount), 0)::integer from received_payments where order_id = orders.id and undone_at is null) end`

/** Orders that are paid online exist from their payment on. */
const paidAt = sql<Date | null>`case when payment_method = 'online' then orders.created_at else paid_at end`

const isOfGuest = sql<boolean>`(select is_guest from users where users.id = orders.user_id)`

const onSale = sql<boolean>`exists (
  select from products where products.id = order_lines.product_id and ${isPublic})`

const values = sql<string[]>`coalesce((
  select option_values from variants where variants.id = order_lines.variant_id), '{}')`

const sku = sql<string | null>`(select sku from variants where variants.id = order_lines.variant_id)`

const valueNames = sql<string[]>`array(
  select coalesce(jsonb_path_query_first(options, '$[$place].values[*] ? (@.slug == $slug).name',
    jsonb_build_object('place', place - 1, 'slug', slug)) #>> '{}', slug)
  from variants join products on products.id = variants.product_id,
    unnest(option_values) with ordinality chosen (slug, place)
  where variants.id = order_lines.variant_id order by place)`

type FoundOrder = Awaited<ReturnType<ReturnType<typeof activeOrders>["executeTakeFirstOrThrow"]>>

function toOrder({ media, settings }: Shop, { dueAt, paidAt, ...order }: FoundOrder): Order {
  const isSent = statusRules[order.status].parcel !== "none"
  const lines = order.lines.map(({ picture, toSend, ...line }) => ({
    ...line,
    toSend: isSent ? toSend : 0,
    picture: picture && viewPicture(picture, line.name, media.baseUrl),
  }))
  const refunds = order.refunds.map((refund) => ({ ...refund, createdAt: new Date(refund.createdAt) }))
  const payment = { ...order.payment, dueAt, paidAt }
  const trackingUrl = trackingUrlOf(settings.current, order)
  return { ...order, ...chargesOf(lines, order), payment, trackingUrl, lines, refunds }
}
