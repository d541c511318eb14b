import type { Buyer } from "../accounts/actor"
import { DAY } from "../durations"
import type { Order } from "../orders/order"
import { statusRules } from "../orders/order-status"
import { findOrder } from "../orders/orders.server"
import { returnDaysOf, type SettingsFacts } from "../settings/settings"
import type { Queryable, Shop } from "../shop"
import { countAvailable, type ReturnableLine, readReturnableLines } from "./returnable-lines.server"
import { lastDay, mayWithdraw, WITHDRAWAL_DAYS, withdrawalRefusal } from "./withdrawal"

interface WithdrawableOrder {
  id: string
  number: number
  lines: ReturnableLine[]
  /** Units that can be withdrawn */
  available: number
  /** A sentence without its full stop */
  refusal: string | null
  /** Null before the delivery */
  lastDay: Date | null
  customer: { name: string; email: string }
}

/** Throws `notFound`, also for another buyer's order. */
export async function findWithdrawable(shop: Shop, buyer: Buyer, orderId: string): Promise<WithdrawableOrder> {
  const order = await findOrder(shop, buyer, orderId)
  const { id, number, deliveredAt, user } = order
  const lines = await readReturnableLines(shop, id)
  return {
    id,
    number,
    lines,
    available: countAvailable(lines.filter(({ exemption }) => exemption === null)),
    refusal: refusalOf(shop, order),
    lastDay: deliveredAt && lastDay(deliveredAt),
    customer: { name: user.name, email: user.email },
  }
}

/** What the shop takes back beyond the law, exempt items too. Throws `notFound`, also for another buyer's order. */
export async function findReturnable(shop: Shop, buyer: Buyer, orderId: string) {
  const order = await findOrder(shop, buyer, orderId)
  const lines = await readReturnableLines(shop, order.id)
  return {
    id: order.id,
    number: order.number,
    lines,
    available: countAvailable(lines),
    refusal: returnRefusal(shop, order),
  }
}

/** Whether the page exists; it shows a sentence when nothing is left. */
export function isWithdrawable(shop: Shop, order: DatedOrder): boolean {
  return refusalOf(shop, order) === null
}

type DatedOrder = Pick<Order, "status" | "deliveredAt" | "shippingInfo">

function refusalOf({ settings, now }: Shop, { status, deliveredAt, shippingInfo }: DatedOrder): string | null {
  return withdrawalRefusal({ status, deliveredAt, country: shippingInfo.country }, settings.current, now())
}

/** Days after the delivery in which the shop takes goods back, by law or beyond it; 0: never */
export function returnWindow(
  settings: Pick<SettingsFacts, "returnDays" | "withdrawal">,
  { country, isExempt }: { country: string; isExempt: boolean },
): number {
  const byLaw = !isExempt && mayWithdraw(settings.withdrawal, country) ? WITHDRAWAL_DAYS : 0
  return Math.max(byLaw, returnDaysOf(settings))
}

/** Returns why the shop takes nothing back, as a sentence without its full stop; what is under way can be returned. */
export function returnRefusal(
  { settings, now }: Pick<Queryable, "settings" | "now">,
  { status, deliveredAt }: Pick<Order, "status" | "deliveredAt">,
): string | null {
  const days = returnDaysOf(settings.current)
  if (days === 0) return "This shop takes nothing back beyond the right of withdrawal"
  if (statusRules[status].parcel !== "sent") return "This order has not been sent"
  if (deliveredAt === null || now().getTime() < deliveredAt.getTime() + (days + 1) * DAY) return null
  return `This order could be returned until ${days} days after its delivery`
}
