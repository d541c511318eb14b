import { type RawBuilder, sql } from "kysely"
import { statusesWhere } from "~/domain/orders/order-status"
import { conflict, type ShopError, tooMany } from "~/domain/shop-error"
import { CONTACT_US } from "~/domain/text/contact-us"
import { HOLD_MINUTES } from "../checkout"
import type { Offer } from "../offer/offer.server"
import { countedStock } from "./counted-stock.server"

/** The divisor of the share, and the units that are always allowed: a shop with one vase can sell it. */
const SHARES = {
  ofProduct: { buyer: 3, network: 2, least: 5 },
  ofAll: { buyer: 10, network: 4, least: 20 },
}

interface Unpaid {
  /** The units that this order wants, and those of the buyer that await payment, or a bank's decision */
  units: number
  /** Units held by others in the buyer's network, whatever their hold waits for, or in their unpaid orders */
  near: number
  /** Units in stock, held or in unpaid orders; null where `least` allows the order anyway */
  total: number | null
}

export interface UnpaidShare {
  all: Unpaid
  products: (Unpaid & { name: string })[]
  /** Units of valid orders, without returned ones; null where `least` allows the order anyway */
  paid: { units: number; money: number } | null
}

interface WantedHold {
  userId: string
  /** Null if the network is unknown */
  network: string | null
  /** The buyer's earlier checkout, whose units are not back in stock yet */
  replacedId: string | null
  lines: Pick<Offer["lines"][number], "productId" | "variantId" | "quantity">[]
  /** False in a shop without unpaid orders, whose statement is planned faster */
  countsOrders: boolean
}

const waiting = statusesWhere(({ parcel }) => parcel === "waiting")
const isUnpaid = sql`orders.payment_status = 'awaiting' and orders.status <> 'Cancelled' and orders.status = any(${waiting}) and orders.deleted_at is null`

/** This query is part of the statement that inserts the checkout, which already holds the network's lock. */
export function unpaidShare({ userId, network, replacedId, lines, countsOrders }: WantedHold): RawBuilder<UnpaidShare> {
  const rows = JSON.stringify(lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity })))
  const { ofProduct, ofAll } = SHARES
  // Units that are sold without counting do not reduce those of the shop, in stock or on hold.
  const counted = sql`join variants on variants.id = variant_id and uncounted_units is null`
  const held = sql`checkouts join checkout_lines on checkout_lines.checkout_id = checkouts.id ${counted}`
  const awaiting = sql`${held} join orders on orders.checkout_id = checkouts.id and ${isUnpaid}`
  // The replaced checkout has just been released; its units move to the new hold.
  const heldUnitsOf = (what: RawBuilder<unknown>) => sql`(
    (select coalesce(sum(quantity), 0) from ${held} where checkouts.status in ('held', 'processing') and ${what})
    ${countsOrders ? sql`+ (select coalesce(sum(quantity), 0) from ${awaiting} where ${what})` : sql``}
    + (select coalesce(sum(quantity), 0) from checkout_lines ${counted} where checkout_id = ${replacedId} and ${what}))`
  const ofOthers = sql`union all
    select variants.product_id, quantity from ${awaiting}
    where client_address = ${network} and checkouts.user_id <> ${userId}`
  const own = sql`union all
    select variants.product_id, quantity from ${awaiting} where orders.user_id = ${userId}`
  return sql<UnpaidShare>`(
    with wanted as materialized (
      select product_id, sum(quantity) as units
      from jsonb_to_recordset(${rows}::jsonb) as line (variant_id text, quantity integer) ${counted} group by product_id),
    near as materialized (
      select product_id, sum(quantity) as units from (
        select variants.product_id, quantity from ${held}
        where client_address = ${network} and checkouts.status in ('held', 'processing') and checkouts.user_id <> ${userId}
        ${countsOrders ? ofOthers : sql``}) lines
      group by product_id),
    own as materialized (
      select product_id, sum(quantity) as units from (
        select variants.product_id, quantity from ${held}
        where checkouts.user_id = ${userId} and checkouts.status = 'processing'
        ${countsOrders ? own : sql``}) lines
      group by product_id),
    product as (
      select name, wanted.units + coalesce(own.units, 0) as units, coalesce(near.units, 0) as near,
        ${countedStock} as stock, wanted.product_id
      from wanted left join near using (product_id) left join own using (product_id)
        join products on products.id = wanted.product_id
      order by wanted.product_id),
    whole as materialized (
      select coalesce((select sum(units) from wanted) + (select coalesce(sum(units), 0) from own), 0) as units,
        (select coalesce(sum(units), 0) from near) as near)
    select json_build_object(
      'all', json_build_object('units', whole.units, 'near', whole.near, 'total', case
        when whole.units + whole.near > ${sql.lit(ofAll.least)} then
          (select coalesce(sum(${countedStock}), 0) from products where is_public)
          + ${heldUnitsOf(sql`true`)} end),
      'products', (select coalesce(json_agg(json_build_object('name', name, 'units', units, 'near', near, 'total', case
        when units + near > ${sql.lit(ofProduct.least)} then
          stock + ${heldUnitsOf(sql`checkout_lines.product_id = product.product_id`)} end)), '[]') from product),
      'paid', case when whole.units + whole.near > ${sql.lit(ofProduct.least)} then (
        select json_build_object('money', coalesce(sum(total_price - refunded_amount), 0), 'units', coalesce(sum((
          select sum(quantity - returned_quantity) from order_lines where order_id = orders.id)), 0))
        from orders where orders.user_id = ${userId} and deleted_at is null and status <> 'Cancelled'
          and payment_status <> 'awaiting' and refunded_amount < total_price) end)
    from whole)`
}

/**
 * Buyers who have paid for as many units and as much money have no limit.
 * @throws ShopError `conflict` beyond the buyer's share, `tooMany` beyond the network's
 */
export function assertUnpaidShare({ all, products, paid }: UnpaidShare, total: number): void {
  if (paid && paid.units >= all.units && paid.money >= total) return
  for (const { name, ...product } of products) assertShare(product, SHARES.ofProduct, `of ${name}`)
  assertShare(all, SHARES.ofAll, "units in all")
}

type Share = (typeof SHARES)[keyof typeof SHARES]

function assertShare({ units, near, total }: Unpaid, { least, ...share }: Share, what: string): void {
  if (units === 0) return
  const allowed = (parts: number) => Math.max(least, Math.floor((total ?? 0) / parts))
  const [own, ofNetwork] = [allowed(share.buyer), allowed(share.network)]
  if (units > own) throw tooLarge(own, what)
  if (units + near > ofNetwork) throw networkFull(ofNetwork - near, what)
}

function tooLarge(own: number, what: string): ShopError {
  const sentence = `You can reserve at most ${own} ${what} before you pay`
  return conflict(`${sentence}. Please order up to ${own} first and the rest after you have paid, or ${CONTACT_US}.`)
}

function networkFull(left: number, what: string): ShopError {
  const sentence = `Other buyers on your network have reserved many units ${what === "units in all" ? "of the stock" : what}`
  const now = left > 0 ? `order at most ${left} ${what} now, ` : ""
  const message = `${sentence}. Please ${now}try again in ${HOLD_MINUTES} minutes, or ${CONTACT_US}.`
  return tooMany(message, HOLD_MINUTES * 60)
}
