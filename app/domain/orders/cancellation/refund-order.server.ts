import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { formatMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { isLargeOfOrder } from "~/domain/refunds/large-refund.server"
import { refundFailure } from "~/domain/refunds/process-refund.server"
import { REFUNDED_BY_SHOP, requestRefund } from "~/domain/refunds/refunds.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, ShopError } from "~/domain/shop-error"
import { type LockedOrder, leftToRefund, lockOrder } from "../lock-order.server"
import { creditOfUnits, nothingToRefund, priceOfUnits, type ReturnedUnits } from "../order"
import { isCancellable } from "../order-status"
import { cancelIfRefunded } from "./cancel-order.server"
import {
  assertMayRefund,
  BeyondRefundLimit,
  endRefundRequests,
  type RefundRequest,
  requestConfirmation,
} from "./refund-requests.server"
import { outstandingUnits, restock, unreturnedUnits, writeOff } from "./restock.server"

type RefundAttempt = { amountToConfirm: Cents } | { refunded: Cents } | { waiting: Cents }

/** Returns the amount to confirm, if it is large, or what waits as a request. */
export async function refundWithConfirmation(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
  confirmed: Cents | undefined,
): Promise<RefundAttempt> {
  const amount = await quoteRefund(shop, staff, id, request)
  if (confirmed !== amount && (await isLargeOfOrder(shop, staff, { orderId: id, amount })))
    return { amountToConfirm: amount }
  try {
    return { refunded: await refundOrder(shop, staff, id, request) }
  } catch (error) {
    if (!(error instanceof BeyondRefundLimit)) throw error
    await requestConfirmation(shop, staff, id, { request, amount: error.amount })
    return { waiting: error.amount }
  }
}

export async function quoteRefund(
  shop: Shop,
  _staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  return shop.transaction(async (tx) => amountOfRefund(await lockOrder(tx, id), await chargedLines(tx, id), request))
}

/** Leaves the stored refund to reconciliation if the gateway is unavailable; a full one cancels an unshipped order. */
export async function refundOrder(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  const { refundId, amount, cancels } = await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const lines = await chargedLines(tx, id)
    const amount = amountOfRefund(order, lines, request)
    await assertMayRefund(tx, staff, order, amount)
    await endRefundRequests(tx, [id])
    const reason = request.reason?.trim() || REFUNDED_BY_SHOP
    const units = request.amount === undefined ? creditOfUnits(lines, request.units ?? []) : undefined
    const cancels = isCancellable(order) && amount === leftToRefund(order)
    const whole = request.restock ? unreturnedUnits : outstandingUnits
    const returned = request.amount === "whole" ? await whole(tx, id) : (request.units ?? [])
    if (request.restock) await restock(tx, { orderId: id, returned, actorId: staff.id })
    else await writeOff(tx, { orderId: id, returned })
    const writtenOff = request.restock ? [] : [...returned, ...(cancels ? await writeOffRest(tx, id) : [])]
    const refundId = await requestRefund(tx, order, { amount, reason, requestedBy: staff.id, units, writtenOff })
    await emit(tx, "order.refund-requested", {
      actor: staff,
      id,
      refundId,
      cancels,
      before: { refunded: order.refunded_amount },
      after: {
        refunded: order.refunded_amount + amount,
        reason,
        restocked: request.restock ? countUnits(returned) : 0,
      },
      customerId: order.user_id,
    })
    return { refundId, amount, cancels }
  })
  const failure = await refundFailure(shop, refundId)
  if (failure !== null) {
    const units = request.restock ? " The units are back in stock." : ""
    throw new ShopError("payment", `Nothing was refunded, because the payment service refused: ${failure}.${units}`)
  }
  // If the process dies here, reconciliation cancels the order and a job reports the refund.
  if (cancels) await shop.transaction((tx) => cancelIfRefunded(tx, id, staff))
  else await reportRefund(shop, refundId)
  return amount
}

/** Safe to repeat: each refund has one e-mail. */
export async function reportRefund(shop: Shop, refundId: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const refund = await tx.db.selectFrom("refunds").selectAll().where("id", "=", refundId).executeTakeFirst()
    if (!refund?.order_id || refund.status === "failed") return
    const order = tx.db.selectFrom("orders").selectAll().where("id", "=", refund.order_id)
    await emit(tx, "order.refunded", { order: await order.executeTakeFirstOrThrow(), refund })
  })
}

async function writeOffRest(tx: Tx, orderId: string): Promise<ReturnedUnits[]> {
  const returned = await outstandingUnits(tx, orderId)
  await writeOff(tx, { orderId, returned })
  return returned
}

function amountOfRefund(
  order: LockedOrder,
  lines: ChargedLines,
  { amount: wanted, units = [], restock, expectedRefunded }: RefundRequest,
): Cents {
  if (expectedRefunded !== undefined && expectedRefunded !== order.refunded_amount) {
    throw conflict("This order has been refunded in the meantime: please check it again")
  }
  const left = leftToRefund(order)
  if (left === 0) throw invalid(nothingToRefund(order.total_price))
  const amount = wanted === "whole" ? left : (wanted ?? Math.min(left, priceOf(lines, units)))
  if (amount < 1) throw invalid("Enter an amount, or how many units are returned", "amount")
  if (amount > left) throw invalid(`At most ${formatMoney(left, order.currency)} can still be refunded`, "amount")
  if (restock && wanted !== "whole" && countUnits(units) === 0) {
    throw invalid("Enter how many units go back into stock", "units")
  }
  return amount
}

function priceOf(lines: ChargedLines, units: readonly ReturnedUnits[]): Cents {
  for (const { line: id, quantity } of units) {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("This order has no such item", "units")
    if (quantity > line.quantity) throw invalid(`Only ${line.quantity} of ${line.name} were ordered`, "units")
  }
  const price = priceOfUnits(lines, units)
  const named = lines.find(({ id }) => units.some(({ line, quantity }) => line === id && quantity > 0))
  if (named && price === 0) throw invalid(`Only 0 of ${named.name} can still be refunded`, "units")
  return price
}

type ChargedLines = Awaited<ReturnType<typeof chargedLines>>

/** With what has been returned of each */
export async function chargedLines(tx: Tx, orderId: string) {
  return tx.db
    .selectFrom("order_lines")
    .select(["id", "name", "price", "quantity", "adjustments", "taxes"])
    .select(["returned_quantity as returnedQuantity", "written_off_quantity as writtenOffQuantity"])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute()
}

function countUnits(units: readonly ReturnedUnits[]): number {
  return units.reduce((sum, unit) => sum + unit.quantity, 0)
}
