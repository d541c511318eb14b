import type { Buyer, Staff } from "~/domain/accounts/actor"
import { accountKey } from "~/domain/accounts/rate-limit-keys.server"
import { emit } from "~/domain/events/emit.server"
import { amountOfCancellation, cancelSale } from "~/domain/orders/cancellation/cancel-sale.server"
import { completeRefund } from "~/domain/orders/cancellation/complete-refund.server"
import { type GivenBack, giveBack, refundIdOf } from "~/domain/orders/cancellation/give-back.server"
import { planReturn, toParts } from "~/domain/orders/cancellation/refund-plan.server"
import { assertMayRefund } from "~/domain/orders/cancellation/refund-requests.server"
import { lockSale, type Sale } from "~/domain/orders/cancellation/sale.server"
import type { ReturnedUnits } from "~/domain/orders/order"
import { isCancellable } from "~/domain/orders/order-status"
import { isWithin } from "~/domain/rate-limits"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid, notFound } from "~/domain/shop-error"
import { type Confirmation, insertReturn } from "./insert-return.server"
import type { Statement } from "./return"
import { findReturnPeriods } from "./return-periods.server"
import {
  assertAvailable,
  chooseUnits,
  countAvailable,
  type ReturnableLine,
  returnableLines,
  unitsWithNames,
} from "./returnable-lines.server"
import { withdrawalRefusal } from "./withdrawal"

interface OwnStatement extends Omit<Statement, "items" | "at"> {
  units: readonly ReturnedUnits[]
  /** Units that were available when the page was opened */
  available: number
}

/** @throws ShopError `notFound` for another buyer's order, `conflict` if nothing can be withdrawn any more */
export async function withdraw(shop: Shop, buyer: Buyer, orderId: string, own: OwnStatement): Promise<void> {
  await limitOtherAddress(shop, buyer, orderId, own.email)
  const given = await shop.transaction(async (tx) => {
    const sale = await lockSale(tx, orderId)
    if (sale.order.user_id !== buyer.id) throw notFound("No order found")
    const { name, email, reason, units, available } = own
    const choose = (lines: ReturnableLine[]) => {
      assertAvailable(lines, available)
      return units
    }
    return fileWithdrawal(tx, sale, { name, email, reason, items: "", at: tx.now() }, { choose })
  })
  if (given) await completeRefund(shop, given)
}

export const OTHER_ADDRESS = { name: "withdrawal-other-address", points: 20, minutes: 24 * 60 } as const

/** An address other than the order's is unverified, so few mails go there. */
async function limitOtherAddress(shop: Shop, buyer: Buyer, orderId: string, email: string): Promise<void> {
  const orders = shop.db.selectFrom("orders").select("user_email").where("id", "=", orderId)
  const order = await orders.where("user_id", "=", buyer.id).executeTakeFirst()
  if (!order || order.user_email.toLowerCase() === email.toLowerCase()) return
  for (const key of [buyer.id, accountKey(email)]) {
    if (await isWithin(shop.limits, OTHER_ADDRESS, key)) continue
    throw invalid(`We have replied to too many other addresses today: please enter ${order.user_email}`, "email")
  }
}

interface Filing {
  choose?: (lines: ReturnableLine[]) => readonly ReturnedUnits[]
  /** The id of a withdrawal that was declared without a session */
  confirmation?: Confirmation
  /** The employee who confirms for the customer, within their role's limits */
  staff?: Staff<"orders.refund">
}

/**
 * Refunds unshipped units, which the caller sends after the transaction; otherwise the units wait to be received. The
 * caller holds the order's lock.
 * @throws ShopError `conflict` if nothing can be withdrawn any more
 * @throws BeyondRefundLimit
 */
export async function fileWithdrawal(
  tx: Tx,
  sale: Sale,
  statement: Statement,
  { choose = allUnits, confirmation, staff }: Filing = {},
): Promise<GivenBack | null> {
  const { order } = sale
  const lines = await assertWithdrawable(tx, sale, statement.at)
  const units = chooseUnits(lines, choose(lines))
  const isUndone = isCancellable(order) && statement.items === ""
  const isWhole = lines.every(({ id, outside }) => outside === (units.find(({ line }) => line === id)?.quantity ?? 0))
  const given = isUndone ? await (isWhole ? cancelWhole(tx, sale, staff) : giveBackUnits(tx, sale, units, staff)) : null
  const withdrawal = await insertReturn(
    tx,
    order,
    { kind: "withdrawal", ...statement, units, refunded: given && { refundId: refundIdOf(given) } },
    confirmation,
  )
  const outcome = !isUndone ? "requested" : isWhole ? "cancelled" : "refunded"
  const about = { order, withdrawal, lines: unitsWithNames(lines, units) }
  const { amount, paidBack } = given ?? { amount: 0, paidBack: 0 }
  await emit(tx, "order.withdrawn", { ...about, outcome, amount, paidBack })
  return given
}

/** Returns the lines with the units that can still be withdrawn. @throws ShopError `conflict` if there are none, or if the period was over */
export async function assertWithdrawable(tx: Tx, { order, lines: sold }: Sale, at: Date): Promise<ReturnableLine[]> {
  const { id, status, delivered_at: deliveredAt, shipping_info: shippingInfo } = order
  const { withdrawalEndsOn } = await findReturnPeriods(tx, { id, deliveredAt, shippingInfo })
  const about = { status, country: shippingInfo.country, lastDay: withdrawalEndsOn }
  const refusal = withdrawalRefusal(about, tx.settings.current, at)
  if (refusal) throw conflict(refusal)
  const lines = returnableLines(sold).map((line) => (line.exemption === null ? line : { ...line, available: 0 }))
  if (countAvailable(lines) === 0) throw conflict(nothingLeft(lines))
  return lines
}

async function cancelWhole(tx: Tx, sale: Sale, staff?: Staff<"orders.refund">): Promise<GivenBack> {
  if (staff) await assertMayRefund(tx, staff, sale.order, amountOfCancellation(sale))
  return cancelSale(tx, sale, { by: "customer", actor: staff ?? customerOf(sale), restock: true })
}

async function giveBackUnits(
  tx: Tx,
  sale: Sale,
  units: readonly ReturnedUnits[],
  staff?: Staff<"orders.refund">,
): Promise<GivenBack> {
  const plan = planReturn(sale, units.map(toParts(true)))
  if (staff) await assertMayRefund(tx, staff, sale.order, plan.amount)
  const reason = "Withdrawn by the customer"
  return giveBack(tx, sale, { ...plan, next: "report" }, { reason, by: staff ?? customerOf(sale) })
}

const customerOf = ({ order }: Sale) => ({ id: order.user_id, name: order.user_name })

function allUnits(lines: readonly ReturnableLine[]): ReturnedUnits[] {
  return lines.map(({ id, available }) => ({ line: id, quantity: available }))
}

function nothingLeft(lines: readonly ReturnableLine[]): string {
  const exempt = lines.find(({ exemption }) => exemption !== null)
  if (exempt) return `There is no right of withdrawal for ${exempt.name}: ${exempt.exemption}`
  return "All items of this order have already been returned or withdrawn from"
}
