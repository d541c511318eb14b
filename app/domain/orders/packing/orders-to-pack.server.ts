import { type RawBuilder, sql } from "kysely"
import { jsonArrayFrom } from "kysely/helpers/postgres"
import type { Staff } from "~/domain/accounts/actor"
import { sum } from "~/domain/money/money"
import { listCountries } from "~/domain/shipping/countries.server"
import { countryName } from "~/domain/shipping/shipping.server"
import type { Shop } from "~/domain/shop"
import { compareNames } from "~/domain/text/compare-names"
import { ordersAbout } from "../order-list.server"
import { statusesWhere } from "../order-status"
import { unitsToSendColumn } from "../units-to-send.server"
import { MAX_PACKED, type OrderToPack } from "./packing"
import type { PackFilter } from "./packing-schemas"

interface PackPage {
  orders: OrderToPack[]
  count: number
}

/** Lists orders with units to send that are paid, or that are paid when they arrive. */
export async function listOrdersToPack(
  shop: Shop,
  _staff: Staff<"orders.see">,
  { search, method, country, payment, sort, page }: PackFilter,
): Promise<PackPage> {
  let matching = ordersToPack(shop, payment)
  if (search) matching = matching.where(sql<boolean>`orders.id in (${ordersAbout(search)})`)
  if (method) matching = matching.where(methodName, "=", method)
  if (country) matching = matching.where(countryCode, "=", country)
  const direction = sort === "date" ? "asc" : "desc"
  const [rows, { count }] = await Promise.all([
    matching
      .select(["orders.id", "number", "user_name as userName", "created_at as createdAt"])
      .select([methodName.as("method"), countryCode.as("country"), hasOpenWithdrawal.as("isWithdrawn")])
      .select(["payment_method as paymentMethod", unpaidAmount.as("unpaid")])
      .select((order) =>
        jsonArrayFrom(
          order
            .selectFrom("order_lines")
            .leftJoin("variants", "variants.id", "variant_id")
            .select(["order_lines.id", "order_lines.name", unitsToSendColumn.as("quantity"), "weight_grams as grams"])
            .whereRef("order_id", "=", "orders.id")
            .where(unitsToSendColumn, ">", 0)
            .orderBy("order_lines.position"),
        ).as("lines"),
      )
      .orderBy("orders.created_at", direction)
      .orderBy("orders.id", direction)
      .limit(MAX_PACKED)
      .offset((page - 1) * MAX_PACKED)
      .execute(),
    matching.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  return { orders: rows.map(toOrderToPack), count }

  function toOrderToPack({ lines, country, ...order }: (typeof rows)[number]): OrderToPack {
    const units = (of: typeof lines) => sum(of.map(({ quantity }) => quantity))
    return {
      ...order,
      lines,
      quantity: units(lines),
      grams: sum(lines.map(({ grams, quantity }) => (grams ?? 0) * quantity)),
      unweighed: units(lines.filter(({ grams }) => grams === null)),
      country: countryName(country),
    }
  }
}

/** The filter options of the waiting orders */
export async function findPackChoices(shop: Shop, _staff: Staff<"orders.see">) {
  const rows = await ordersToPack(shop)
    .select([methodName.as("method"), countryCode.as("country")])
    .distinct()
    .limit(500)
    .execute()
  const countries = new Map(rows.map(({ country }) => [country, countryName(country)]))
  return {
    methods: [...new Set(rows.flatMap(({ method }) => method ?? []))].sort(compareNames),
    countries: Array.from(countries, ([value, label]) => ({ value, label })).sort((one, other) =>
      compareNames(one.label, other.label),
    ),
  }
}

/** Returns a country of the filter. A method may be that of an earlier order. */
export function unknownPackValues({ country }: PackFilter): Record<string, string> {
  return country === "" || listCountries().some(({ code }) => code === country) ? {} : { country }
}

/** Returns those of the orders that wait to be packed and have an open withdrawal. */
export async function findWithdrawnOrders(
  shop: Shop,
  _staff: Staff<"orders.see">,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await ordersToPack(shop).select("id").where("id", "in", ids).where(hasOpenWithdrawal).execute()
  return rows.map(({ id }) => id)
}

const shippable = statusesWhere(({ next }) => next === "Shipped")

const payable: Record<PackFilter["payment"], RawBuilder<boolean>> = {
  // As the index orders_to_send has it
  "": sql<boolean>`(payment_status = 'succeeded'
    or payment_status = 'awaiting' and payment_method in ('collection', 'delivery'))`,
  paid: sql<boolean>`payment_status = 'succeeded'`,
  awaiting: sql<boolean>`payment_status = 'awaiting'`,
}

function ordersToPack({ db }: Shop, payment: PackFilter["payment"] = "") {
  return db
    .selectFrom("orders")
    .where("status", "in", shippable)
    .where(payable[payment])
    .where("deleted_at", "is", null)
    .where(sql<boolean>`exists (select from order_lines where order_id = orders.id and ${unitsToSendColumn} > 0)`)
}

const hasOpenWithdrawal = sql<boolean>`exists (
  select from returns where order_id = orders.id and kind = 'withdrawal' and closed_at is null and returns.status <> 'declared')`
const unpaidAmount = sql<number>`case payment_status when 'awaiting' then greatest(0, total_price - refunded_amount - (
  select coalesce(sum(amount), 0)::integer from received_payments where order_id = orders.id and undone_at is null))
  else 0 end`
const methodName = sql<string | null>`orders.shipping_method ->> 'name'`
const countryCode = sql<string>`orders.shipping_info ->> 'country'`
