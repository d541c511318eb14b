import type { Buyer } from "~/domain/accounts/actor"
import { longDay } from "~/domain/days/calendar"
import type { Day } from "~/domain/days/days"
import { mayWithdraw } from "~/domain/law/consumer-law"
import type { Order } from "~/domain/orders/order"
import { statusRules } from "~/domain/orders/order-status"
import { findOrder } from "~/domain/orders/orders.server"
import { returnDaysOf, type SettingsFacts } from "~/domain/settings/settings"
import type { Queryable, Shop } from "~/domain/shop"
import { findReturnPeriods, type ReturnPeriods } from "./return-periods.server"
import { countAvailable, type ReturnableLine, readReturnableLines } from "./returnable-lines.server"
import { hasEnded, WITHDRAWAL_DAYS, withdrawalRefusal } from "./withdrawal"

interface WithdrawableOrder {
  id: string
  number: number
  lines: ReturnableLine[]
  /** Units that can be withdrawn */
  available: number
  /** A sentence without its full stop */
  refusal: string | null
  /** Null before the delivery */
  lastDay: Day | null
  customer: { name: string; email: string }
}

/** Throws `notFound`, also for another buyer's order. */
export async function findWithdrawable(shop: Shop, buyer: Buyer, orderId: string): Promise<WithdrawableOrder> {
  const order = await findOrder(shop, buyer, orderId)
  const { id, number, user } = order
  const periods = await findReturnPeriods(shop, order)
  const lines = await readReturnableLines(shop, id)
  return {
    id,
    number,
    lines,
    available: countAvailable(lines.filter(({ exemption }) => exemption === null)),
    refusal: refusalOf(shop, order, periods),
    lastDay: periods.withdrawalEndsOn,
    customer: { name: user.name, email: user.email },
  }
}

/**
 * Lines that the shop takes back voluntarily, including exempt items. Throws `notFound`, also for another buyer's
 * order.
 */
export async function findReturnable(shop: Shop, buyer: Buyer, orderId: string) {
  const order = await findOrder(shop, buyer, orderId)
  const periods = await findReturnPeriods(shop, order)
  const lines = await readReturnableLines(shop, order.id)
  return {
    id: order.id,
    number: order.number,
    lines,
    available: countAvailable(lines),
    refusal: returnRefusal(shop, order, periods),
    lastDay: periods.returnEndsOn,
  }
}

/** Whether the pages exist; they show a sentence when nothing is left. */
export async function findReturnOptions(
  shop: Shop,
  order: Order,
): Promise<{ withdrawable: boolean; returnable: boolean }> {
  const periods = await findReturnPeriods(shop, order)
  return {
    withdrawable: refusalOf(shop, order, periods) === null,
    returnable: returnRefusal(shop, order, periods) === null,
  }
}

type DatedOrder = Pick<Order, "status" | "shippingInfo">

function refusalOf(
  { settings, now }: Shop,
  { status, shippingInfo }: DatedOrder,
  { withdrawalEndsOn }: ReturnPeriods,
): string | null {
  const about = { status, country: shippingInfo.country, lastDay: withdrawalEndsOn }
  return withdrawalRefusal(about, settings.current, now())
}

/** Days after the delivery in which the shop accepts returns, by law or voluntarily; 0: never */
export function returnWindow(
  settings: Pick<SettingsFacts, "returnDays" | "withdrawal">,
  { country, isExempt }: { country: string; isExempt: boolean },
): number {
  const byLaw = !isExempt && mayWithdraw(settings.withdrawal, country) ? WITHDRAWAL_DAYS : 0
  return Math.max(byLaw, returnDaysOf(settings))
}

/**
 * Returns the reason why the shop accepts no return, as a sentence without its full stop; an order in transit can be
 * returned.
 */
export function returnRefusal(
  { settings, now }: Pick<Queryable, "settings" | "now">,
  { status }: Pick<Order, "status">,
  { returnEndsOn }: ReturnPeriods,
): string | null {
  if (returnEndsOn === null && returnDaysOf(settings.current) === 0)
    return "This shop accepts returns only under the legal right of withdrawal"
  if (statusRules[status].parcel !== "sent") return "This order has not been sent"
  if (returnEndsOn === null || !hasEnded(returnEndsOn, now())) return null
  return `This order could be returned until ${longDay(returnEndsOn)}`
}
