import type { Buyer, Staff } from "~/domain/accounts/actor"
import { accountKey } from "~/domain/accounts/rate-limit-keys.server"
import { MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Cents } from "~/domain/money/money"
import { cancelAndRefund } from "~/domain/orders/cancellation/cancel-order.server"
import { chargedLines, reportRefund } from "~/domain/orders/cancellation/refund-order.server"
import { assertMayRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { restock } from "~/domain/orders/cancellation/restock.server"
import { type LockedOrder, leftToRefund, lockOrder } from "~/domain/orders/lock-order.server"
import { creditOfUnits, priceOfUnits, type ReturnedUnits } from "~/domain/orders/order"
import { isCancellable } from "~/domain/orders/order-status"
import { isWithin } from "~/domain/rate-limits"
import { tryProcessRefund } from "~/domain/refunds/process-refund.server"
import { requestRefund } from "~/domain/refunds/refunds.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { type Confirmation, insertReturn } from "./insert-return.server"
import type { Statement } from "./return"
import { findReturnPeriods } from "./return-periods.server"
import {
  assertAvailable,
  chooseUnits,
  countAvailable,
  namedUnits,
  type ReturnableLine,
  readReturnableLines,
} from "./returnable-lines.server"
import { withdrawalRefusal } from "./withdrawal"

interface OwnStatement extends Omit<Statement, "items" | "at"> {
  units: readonly ReturnedUnits[]
  /** Units that could be chosen when the page was opened */
  available: number
}

/** @throws ShopError `notFound` for another buyer's order, `conflict` if nothing can be withdrawn any more */
export async function withdraw(shop: Shop, buyer: Buyer, orderId: string, own: OwnStatement): Promise<void> {
  await limitOtherAddress(shop, buyer, orderId, own.email)
  const filed = await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.user_id !== buyer.id) throw notFound("No order found")
    const { name, email, reason, units, available } = own
    const choose = (lines: ReturnableLine[]) => {
      assertAvailable(lines, available)
      return units
    }
    return fileWithdrawal(tx, order, { name, email, reason, items: "", at: tx.now() }, { choose })
  })
  await refundFiled(shop, filed)
}

export const OTHER_ADDRESS = { name: "withdrawal-other-address", points: 20, minutes: 24 * 60 } as const

/** Nobody has proven that an address is theirs which is not the order's: few mails go there. */
async function limitOtherAddress(shop: Shop, buyer: Buyer, orderId: string, email: string): Promise<void> {
  const orders = shop.db.selectFrom("orders").select("user_email").where("id", "=", orderId)
  const order = await orders.where("user_id", "=", buyer.id).executeTakeFirst()
  if (!order || order.user_email.toLowerCase() === email.toLowerCase()) return
  for (const key of [buyer.id, accountKey(email)]) {
    if (await isWithin(shop.limits, OTHER_ADDRESS, key)) continue
    throw invalid(`Too many answers have gone to other addresses today: please enter ${order.user_email}`, "email")
  }
}

interface FiledWithdrawal {
  /** To be processed after the transaction */
  refundId: string | null
  cancels: boolean
  amount: Cents
}

interface Filing {
  choose?: (lines: ReturnableLine[]) => readonly ReturnedUnits[]
  /** Of a withdrawal that was declared without a session */
  confirmation?: Confirmation
  /** Confirms for the customer, within the limits of their role */
  staff?: Staff<"orders.refund">
}

/**
 * Cancels what is not shipped; otherwise the units wait for being received. The caller holds the order's lock.
 * @throws ShopError `conflict` if nothing can be withdrawn any more
 * @throws BeyondRefundLimit
 */
export async function fileWithdrawal(
  tx: Tx,
  order: LockedOrder,
  statement: Statement,
  { choose = allUnits, confirmation, staff }: Filing = {},
): Promise<FiledWithdrawal> {
  const lines = await readWithdrawableLines(tx, order, statement.at)
  const units = chooseUnits(lines, choose(lines))
  const undone = isCancellable(order) && statement.items === "" ? await undoSale(tx, order, lines, units, staff) : null
  const filed = undone ?? { refundId: null, cancels: false, amount: 0 }
  const withdrawal = await insertReturn(
    tx,
    order,
    { kind: "withdrawal", ...statement, units, refunded: undone && { refundId: undone.refundId } },
    confirmation,
  )
  const named = namedUnits(lines, units)
  const outcome = undone === null ? "requested" : undone.cancels ? "cancelled" : "refunded"
  await emit(tx, "order.withdrawn", { order, withdrawal, lines: named, outcome, amount: filed.amount })
  return filed
}

/** Returns the lines with the units that can still be withdrawn. @throws ShopError `conflict` if there are none, or if the period was over */
export async function readWithdrawableLines(tx: Tx, order: LockedOrder, at: Date): Promise<ReturnableLine[]> {
  const { id, status, delivered_at: deliveredAt, shipping_info: shippingInfo } = order
  const { withdrawalEndsOn } = await findReturnPeriods(tx, { id, deliveredAt, shippingInfo })
  const about = { status, country: shippingInfo.country, lastDay: withdrawalEndsOn }
  const refusal = withdrawalRefusal(about, tx.settings.current, at)
  if (refusal) throw conflict(refusal)
  const lines = (await readReturnableLines(tx, order.id)).map((line) => {
    return line.exemption === null ? line : { ...line, available: 0 }
  })
  if (countAvailable(lines) === 0) throw conflict(nothingLeft(lines))
  return lines
}

/** Processes the refund of what was not shipped. */
export async function refundFiled(shop: Shop, { refundId, cancels }: FiledWithdrawal): Promise<void> {
  if (refundId === null) return
  await tryProcessRefund(shop, refundId)
  if (!cancels) await reportRefund(shop, refundId)
}

async function undoSale(
  tx: Tx,
  order: LockedOrder,
  lines: readonly ReturnableLine[],
  units: readonly ReturnedUnits[],
  staff?: Staff<"orders.refund">,
): Promise<FiledWithdrawal> {
  const actor = staff ?? { id: order.user_id, name: order.user_name }
  const isWhole = lines.every(({ id, outside }) => outside === (units.find(({ line }) => line === id)?.quantity ?? 0))
  if (isWhole) {
    if (staff) await assertMayRefund(tx, staff, order, leftToRefund(order))
    const refund = await cancelAndRefund(tx, order, { by: "customer", actor, restock: true })
    return { ...refund, cancels: true }
  }
  const charged = await chargedLines(tx, order.id)
  const price: Cents = priceOfUnits(charged, units)
  const amount = Math.min(leftToRefund(order), price)
  if (staff) await assertMayRefund(tx, staff, order, amount)
  const reason = "Withdrawn by the customer"
  const credited = creditOfUnits(charged, units)
  const refund = { amount, reason, requestedBy: actor.id, units: credited }
  const refundId = amount > 0 ? await requestRefund(tx, order, refund) : null
  await restock(tx, { orderId: order.id, returned: units, actorId: actor.id })
  // In case the process ends before it reports the outcome
  if (refundId !== null) await addJob(tx, "notify-refund", { id: refundId }, { delay: 2 * MINUTE })
  return { refundId, cancels: false, amount }
}

function allUnits(lines: readonly ReturnableLine[]): ReturnedUnits[] {
  return lines.map(({ id, available }) => ({ line: id, quantity: available }))
}

function nothingLeft(lines: readonly ReturnableLine[]): string {
  const exempt = lines.find(({ exemption }) => exemption !== null)
  if (exempt) return `There is no right of withdrawal for ${exempt.name}: ${exempt.exemption}`
  return "All items of this order have been given back or withdrawn from already"
}
