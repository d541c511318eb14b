import { sql } from "kysely"
import { jsonArrayFrom, jsonObjectFrom } from "kysely/helpers/postgres"
import type { Staff } from "~/domain/accounts/actor"
import { matchesText } from "~/domain/lists/matches-text.server"
import { paginate } from "~/domain/lists/paginate.server"
import { orderNumberIn } from "~/domain/orders/order"
import { findOrder, type OrderReader } from "~/domain/orders/orders.server"
import type { Queryable, Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { likePattern } from "~db/like-pattern"
import type { ReturnRecord } from "./return"
import { refundDue } from "./return-periods.server"
import type { ReturnFilter } from "./return-schemas"

export async function listReturns(
  shop: Shop,
  _staff: Staff<"orders.see">,
  filter: ReturnFilter,
): Promise<{ returns: ReturnRecord[]; count: number }> {
  const { rows, count } = await paginate(shop, matchingReturns(shop, filter), filter.page)
  return { returns: rows.map((row) => toRecord(shop, row)), count }
}

export async function findReturnIds(shop: Shop, _staff: Staff<"orders.see">, filter: ReturnFilter): Promise<string[]> {
  const rows = await matchingReturns(shop, filter).clearSelect().select("returns.id").execute()
  return rows.map(({ id }) => id)
}

/** @throws ShopError `notFound` */
export function findReturn(shop: Shop, _staff: Staff<"orders.see">, id: string): Promise<ReturnRecord> {
  return readReturn(shop, id)
}

/** @throws ShopError `notFound` */
export async function readReturn(shop: Queryable, id: string): Promise<ReturnRecord> {
  const row = returns(shop).where("returns.id", "=", id)
  return toRecord(shop, await row.executeTakeFirstOrThrow(() => notFound("There is no such return")))
}

/** The order must be one that the reader may see; throws `notFound`. */
export async function listReturnsOf(shop: Shop, reader: OrderReader, orderId: string): Promise<ReturnRecord[]> {
  const { id } = await findOrder(shop, reader, orderId)
  const rows = returns(shop).where("order_id", "=", id).orderBy("returns.created_at").orderBy("returns.id")
  return (await rows.execute()).map((row) => toRecord(shop, row))
}

function matchingReturns(shop: Shop, { status, kind, search, sort }: ReturnFilter) {
  const direction = sort === "date" ? "asc" : "desc"
  let matching = returns(shop).orderBy("returns.created_at", direction).orderBy("returns.id", direction)
  if (status === "open") matching = matching.where("closed_at", "is", null)
  else if (status) matching = matching.where("returns.status", "=", status)
  if (kind) matching = matching.where("kind", "=", kind)
  if (!search) return matching
  const pattern = likePattern(search)
  return matching.where(
    sql<boolean>`(order_id ilike ${pattern} or orders.number = ${orderNumberIn(search)}
      or ${matchesText(returnTexts, search)})`,
  )
}

const returnTexts = {
  text: sql<string>`person_text(user_name || ' ' || returns.name, user_email || ' ' || returns.email, shipping_info)`,
  name: sql<string>`(user_name || ' ' || returns.name || ' ' || user_email || ' ' || returns.email)`,
}

function returns({ db }: Queryable) {
  return db
    .selectFrom("returns")
    .innerJoin("orders", "orders.id", "returns.order_id")
    .where("orders.deleted_at", "is", null)
    .select([
      "returns.id",
      "order_id as orderId",
      "orders.number as orderNumber",
      "user_name as customer",
      "kind",
      "returns.status",
      "name",
      "email",
    ])
    .select(["reason", "items", "refusal", "received_at as receivedAt", "closed_at as closedAt"])
    .select(["returns.created_at as createdAt", "client_address as clientAddress", "confirmed_by as confirmedBy"])
    .select(sql<boolean>`confirm_token_hash is not null`.as("unconfirmed"))
    .select("orders.shipping_info as shippingInfo")
    .select((row) => [
      jsonArrayFrom(
        row
          .selectFrom("return_lines")
          .innerJoin("order_lines", "order_lines.id", "order_line_id")
          .select(["order_line_id as line", "order_lines.name", "return_lines.quantity", "restocked"])
          .select(
            sql<number>`least(return_lines.quantity,
              order_lines.quantity - returned_quantity - written_off_quantity)`.as("left"),
          )
          .whereRef("return_id", "=", "returns.id")
          .orderBy("position"),
      ).as("lines"),
      jsonObjectFrom(
        row.selectFrom("refunds").select(["amount", "refunds.status"]).whereRef("refunds.id", "=", "refund_id"),
      ).as("refund"),
    ])
}

type FoundReturn = Awaited<ReturnType<ReturnType<typeof returns>["executeTakeFirstOrThrow"]>>

function toRecord(shop: Queryable, { shippingInfo, ...row }: FoundReturn): ReturnRecord {
  return { ...row, due: row.kind === "withdrawal" ? refundDue(shop, row.createdAt, shippingInfo) : null }
}
