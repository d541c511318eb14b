import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { formatMoney } from "~/domain/money/format-money"
import { type Cents, proportion, sum } from "~/domain/money/money"
import { completeRefund } from "~/domain/orders/cancellation/complete-refund.server"
import { type GivenBack, giveBack, refundIdOf } from "~/domain/orders/cancellation/give-back.server"
import { emitRefundRequested } from "~/domain/orders/cancellation/refund-order.server"
import { outstanding, planReturn, type ReturnedParts, toUnits } from "~/domain/orders/cancellation/refund-plan.server"
import {
  assertMayRefund,
  endRefundRequestsOf,
  requestConfirmation,
} from "~/domain/orders/cancellation/refund-requests.server"
import type { Sale } from "~/domain/orders/cancellation/sale.server"
import { type LockedOrder, leftToRefund } from "~/domain/orders/lock-order.server"
import { priceOfUnits } from "~/domain/orders/order"
import { addedTax } from "~/domain/pricing/charges"
import { BeyondRefundLimit } from "~/domain/refunds/refund-limits.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { lockReturn, readReturnOfSale } from "./lock-return.server"
import type { ReturnLine } from "./return"
import { readReturn } from "./return-list.server"

interface ReturnRefund {
  goods: Cents
  shipping: Cents
  units: readonly ReturnedParts[]
  /** The amount refunded when the form was opened; throws `conflict` after another refund. */
  snapshot?: Cents
}

interface Proposal {
  goods: Cents
  shipping: Cents
  /** The highest refundable amount */
  left: Cents
  refunded: Cents
}

/** Proposes the amount paid for the units, and standard shipping if the whole order is withdrawn. */
export async function proposeRefund(shop: Shop, _staff: Staff<"orders.refund">, id: string): Promise<Proposal> {
  const { sale, record } = await readReturnOfSale(shop, id, ["received"])
  const { order, lines } = sale
  const units = (await readUnits(shop, id, sale)).map(({ line, left }) => ({ line, quantity: left }))
  const left = leftToRefund(order)
  const goods = Math.min(left, priceOfUnits(lines, units))
  const isAll = lines.every((line) => outstanding(line) === (units.find((one) => one.line === line.id)?.quantity ?? 0))
  const isWhole = record.kind === "withdrawal" && units.some(({ quantity }) => quantity > 0) && isAll
  const shipping = isWhole ? Math.min(left - goods, standardShipping(order)) : 0
  return { goods, shipping, left, refunded: order.refunded_amount }
}

/** Returns the amount that is paid back. Leaves the stored refund to reconciliation if the gateway is unavailable. */
export async function refundReturn(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: ReturnRefund,
): Promise<Cents> {
  const given = await shop.transaction((tx) => bookReturn(tx, staff, id, request))
  await completeRefund(shop, given, (failure) => {
    const refused = `the payment service refused to refund it: ${failure}`
    return `The stock is updated, but ${refused}. Please refund it again from the order.`
  })
  return given.paidBack
}

/** Requests confirmation of an amount beyond the role's limit. */
export async function refundReturnOrRequest(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: ReturnRefund,
): Promise<{ refunded: Cents } | { waiting: Cents }> {
  try {
    return { refunded: await refundReturn(shop, staff, id, request) }
  } catch (error) {
    if (!(error instanceof BeyondRefundLimit)) throw error
    const { orderId, kind } = await readReturn(shop, id)
    const { goods, shipping, units } = request
    const ofReturn = { id, goods, shipping, units }
    await requestConfirmation(shop, staff, orderId, {
      request: { ofReturn, reason: refundReasons[kind] },
      amount: error.amount,
    })
    return { waiting: error.amount }
  }
}

const refundReasons = { withdrawal: "Withdrawn by the customer", return: "Returned by the customer" } as const

async function bookReturn(
  tx: Tx,
  staff: Staff<"orders.refund">,
  id: string,
  { goods, shipping, units, snapshot }: ReturnRefund,
): Promise<GivenBack> {
  const { sale, record } = await lockReturn(tx, id, ["received"])
  const { order } = sale
  if (snapshot !== order.refunded_amount) throw conflict("This order has since been refunded: please check it again")
  const parts = checkParts(await readUnits(tx, id, sale), units)
  const amount = goods + shipping
  const left = leftToRefund(order)
  if (amount > left) throw invalid(`At most ${formatMoney(left, order.currency)} can still be refunded`, "goods")
  if (amount === 0 && left > 0 && parts.length > 0) throw invalid("Enter the amount to refund", "goods")
  const plan = planReturn(sale, parts, amount)
  await assertMayRefund(tx, staff, order, amount)
  await endRefundRequestsOf(tx, sale)
  const reason = refundReasons[record.kind]
  const given = await giveBack(tx, sale, plan, { reason, by: staff })
  await keepParts(tx, id, parts)
  const refundId = refundIdOf(given)
  const booked = await tx.db
    .updateTable("returns")
    .set({ status: "refunded", refund_id: refundId, closed_at: tx.now() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()
  if (refundId !== null) await emitRefundRequested(tx, staff, sale, plan, reason)
  await emit(tx, "return.refunded", {
    ...{ actor: staff, id: order.id, customerId: order.user_id },
    ...{ order, record: booked, refundId, goods, shipping },
    units: parts.map(toUnits),
    before: { status: record.status },
    after: { status: "refunded", goods, shipping },
  })
  return given
}

type ReturningUnits = Pick<ReturnLine, "line" | "name" | "left">

/** Returns the units of the return, without those refunded otherwise in the meantime. */
async function readUnits({ db }: Queryable, returnId: string, { lines }: Sale): Promise<ReturningUnits[]> {
  const announced = await db
    .selectFrom("return_lines")
    .select(["order_line_id as line", "quantity"])
    .where("return_id", "=", returnId)
    .execute()
  return lines.flatMap((line) => {
    const quantity = sum(announced.map((units) => (units.line === line.id ? units.quantity : 0)))
    return quantity > 0 ? [{ line: line.id, name: line.name, left: Math.min(quantity, outstanding(line)) }] : []
  })
}

/**
 * Directive 2011/83/EU, article 13: the extra cost of a more expensive shipping method is not refunded. A fee for the way
 * to pay is.
 */
export function standardShipping(
  order: Pick<LockedOrder, "shipping_price" | "shipping_taxes" | "shipping_method"> &
    Partial<Pick<LockedOrder, "payment_fee">>,
): Cents {
  const { shipping_price: price, shipping_taxes: taxes, shipping_method: method, payment_fee: fee = 0 } = order
  if (price === 0) return 0
  const standard = method?.standard === undefined ? price : method.standard + fee
  return proportion(price + addedTax(taxes), Math.min(price, standard), price)
}

function checkParts(lines: readonly ReturningUnits[], units: readonly ReturnedParts[]): ReturnedParts[] {
  const parts = units.filter(({ restocked, writtenOff }) => restocked + writtenOff > 0)
  if (new Set(parts.map(({ line }) => line)).size < parts.length)
    throw invalid("Please list each item only once", "units")
  for (const { line: id, restocked, writtenOff } of parts) {
    const line = lines.find(({ line }) => line === id)
    if (!line) throw invalid("This return has no such item", "units")
    if (restocked + writtenOff > line.left) throw invalid(`Only ${line.left} of ${line.name} can be refunded`, "units")
  }
  if (parts.length === 0 && lines.some(({ left }) => left > 0))
    throw invalid("Enter the units that were returned", "units")
  return parts
}

/** Stores the returned units, which may be fewer than announced. */
async function keepParts(tx: Tx, returnId: string, parts: readonly ReturnedParts[]): Promise<void> {
  await tx.db.deleteFrom("return_lines").where("return_id", "=", returnId).execute()
  if (parts.length === 0) return
  const rows = parts.map(({ line, restocked, writtenOff }) => {
    return { return_id: returnId, order_line_id: line, quantity: restocked + writtenOff, restocked }
  })
  await tx.db.insertInto("return_lines").values(rows).execute()
}
