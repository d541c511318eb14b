import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { formatMoney } from "~/domain/money/format-money"
import { type Cents, proportion, sum } from "~/domain/money/money"
import { cancelIfRefunded } from "~/domain/orders/cancellation/cancel-order.server"
import { chargedLines, reportRefund } from "~/domain/orders/cancellation/refund-order.server"
import {
  assertMayRefund,
  BeyondRefundLimit,
  endRefundRequests,
  requestConfirmation,
} from "~/domain/orders/cancellation/refund-requests.server"
import { restock, writeOff } from "~/domain/orders/cancellation/restock.server"
import { type LockedOrder, leftToRefund } from "~/domain/orders/lock-order.server"
import { creditOfUnits, priceOfUnits } from "~/domain/orders/order"
import { isCancellable } from "~/domain/orders/order-status"
import { addedTax } from "~/domain/pricing/charges"
import { refundFailure } from "~/domain/refunds/process-refund.server"
import { requestRefund } from "~/domain/refunds/refunds.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, ShopError } from "~/domain/shop-error"
import { type LockedReturn, lockReturn } from "./lock-return.server"
import type { ReturnLine } from "./return"
import { readReturn } from "./return-list.server"

interface ReturnedParts {
  line: string
  restocked: number
  writtenOff: number
}

interface ReturnRefund {
  goods: Cents
  shipping: Cents
  units: readonly ReturnedParts[]
  /** The amount refunded when the form was opened; throws `conflict` after another refund. */
  expectedRefunded: Cents
}

interface Proposal {
  goods: Cents
  shipping: Cents
  /** The most that can be refunded */
  left: Cents
  refunded: Cents
}

/** Proposes what was paid for the units, and standard shipping if the whole order is withdrawn from. */
export async function proposeRefund(shop: Shop, _staff: Staff<"orders.refund">, id: string): Promise<Proposal> {
  return shop.transaction(async (tx) => {
    const locked = await lockReturn(tx, id, ["received"])
    const { lines } = await readReturn(tx, id)
    return propose(tx, locked, lines)
  })
}

/** Leaves the stored refund to reconciliation if the gateway is unavailable. */
export async function refundReturn(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: ReturnRefund,
): Promise<Cents> {
  const { orderId, refundId, cancels } = await shop.transaction((tx) => bookReturn(tx, staff, id, request))
  const amount = request.goods + request.shipping
  const failure = refundId && (await refundFailure(shop, refundId))
  if (failure) {
    const refused = `the payment service refused to refund it: ${failure}`
    throw new ShopError("payment", `The units are booked, but ${refused}. Please refund it again from the order.`)
  }
  if (cancels) await shop.transaction((tx) => cancelIfRefunded(tx, orderId, staff))
  else if (refundId) await reportRefund(shop, refundId)
  return amount
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
  { goods, shipping, units, expectedRefunded }: ReturnRefund,
) {
  const { order, record } = await lockReturn(tx, id, ["received"])
  if (expectedRefunded !== order.refunded_amount)
    throw conflict("This order has been refunded in the meantime: please check it again")
  const { lines } = await readReturn(tx, id)
  const parts = checkParts(lines, units)
  const amount = goods + shipping
  const left = leftToRefund(order)
  if (amount > left) throw invalid(`At most ${formatMoney(left, order.currency)} can still be refunded`, "goods")
  if (amount === 0 && left > 0 && parts.length > 0) throw invalid("Enter what goes back", "goods")
  await assertMayRefund(tx, staff, order, amount)
  await endRefundRequests(tx, [order.id])
  const reason = refundReasons[record.kind]
  const back = parts.map(({ line, restocked, writtenOff }) => ({ line, quantity: restocked + writtenOff }))
  const credited = creditOfUnits(await chargedLines(tx, order.id), back)
  const request = { amount, reason, requestedBy: staff.id, units: credited }
  const refundId = amount > 0 ? await requestRefund(tx, order, request) : null
  const restocked = parts.map(({ line, restocked: quantity }) => ({ line, quantity }))
  const writtenOff = parts.map(({ line, writtenOff: quantity }) => ({ line, quantity }))
  await restock(tx, { orderId: order.id, returned: restocked, actorId: staff.id })
  await writeOff(tx, { orderId: order.id, returned: writtenOff })
  await keepParts(tx, id, parts)
  const booked = await tx.db
    .updateTable("returns")
    .set({ status: "refunded", refund_id: refundId, closed_at: tx.now() })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const cancels = isCancellable(order) && amount === left
  const act = { actor: staff, id: order.id, customerId: order.user_id }
  const total = { refunded: order.refunded_amount + amount }
  if (refundId) {
    const after = { ...total, reason, restocked: sum(restocked.map(({ quantity }) => quantity)) }
    await emit(tx, "order.refund-requested", {
      ...act,
      ...{ refundId, cancels, before: { refunded: order.refunded_amount }, after },
    })
  }
  await emit(tx, "return.refunded", {
    ...act,
    ...{ order, record: booked, refundId, goods, shipping },
    units: back,
    before: { status: record.status },
    after: { status: "refunded", goods, shipping },
  })
  return { orderId: order.id, refundId, cancels }
}

async function propose(tx: Tx, { order, record }: LockedReturn, lines: readonly ReturnLine[]): Promise<Proposal> {
  const units = lines.flatMap(({ line, left }) => (left > 0 ? [{ line, quantity: left }] : []))
  const left = leftToRefund(order)
  const charged = await chargedLines(tx, order.id)
  const goods = Math.min(left, priceOfUnits(charged, units))
  const isAll = charged.every(({ id, quantity, returnedQuantity, writtenOffQuantity }) => {
    const returned = units.find(({ line }) => line === id)?.quantity ?? 0
    return returned === quantity - returnedQuantity - writtenOffQuantity
  })
  const isWhole = record.kind === "withdrawal" && units.length > 0 && isAll
  const shipping = isWhole ? Math.min(left - goods, standardShipping(order)) : 0
  return { goods, shipping, left, refunded: order.refunded_amount }
}

/** Directive 2011/83/EU, article 13: a dearer way of shipping than the cheapest is not given back. */
export function standardShipping(
  order: Pick<LockedOrder, "shipping_price" | "shipping_taxes" | "shipping_method">,
): Cents {
  const { shipping_price: price, shipping_taxes: taxes, shipping_method: method } = order
  if (price === 0) return 0
  return proportion(price + addedTax(taxes), Math.min(price, method?.standard ?? price), price)
}

function checkParts(lines: readonly ReturnLine[], units: readonly ReturnedParts[]): ReturnedParts[] {
  const parts = units.filter(({ restocked, writtenOff }) => restocked + writtenOff > 0)
  if (new Set(parts.map(({ line }) => line)).size < parts.length)
    throw invalid("Please list each line only once", "units")
  for (const { line: id, restocked, writtenOff } of parts) {
    const line = lines.find(({ line }) => line === id)
    if (!line) throw invalid("This return has no such item", "units")
    if (restocked + writtenOff > line.left) throw invalid(`Only ${line.left} of ${line.name} can be refunded`, "units")
  }
  if (parts.length === 0 && lines.some(({ left }) => left > 0)) throw invalid("Enter the units that came back", "units")
  return parts
}

/** Stores the units that came back, which may be fewer than announced. */
async function keepParts(tx: Tx, returnId: string, parts: readonly ReturnedParts[]): Promise<void> {
  await tx.db.deleteFrom("return_lines").where("return_id", "=", returnId).execute()
  if (parts.length === 0) return
  const rows = parts.map(({ line, restocked, writtenOff }) => {
    return { return_id: returnId, order_line_id: line, quantity: restocked + writtenOff, restocked }
  })
  await tx.db.insertInto("return_lines").values(rows).execute()
}
