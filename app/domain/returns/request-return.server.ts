import type { Buyer } from "../accounts/actor"
import { DAY } from "../durations"
import { emit } from "../events/emit.server"
import { lockOrder } from "../orders/lock-order.server"
import type { Order, ReturnedUnits } from "../orders/order"
import { statusRules } from "../orders/order-status"
import { returnDaysOf } from "../settings/settings"
import type { Queryable, Shop } from "../shop"
import { conflict, notFound } from "../shop-error"
import { countAvailable } from "./file-withdrawal.server"
import { insertReturn } from "./insert-return.server"
import { chooseUnits, readReturnableLines } from "./returnable-lines.server"

interface RequestedReturn {
  units: readonly ReturnedUnits[]
  reason: string
  details: string
  available: number
}

/** @throws ShopError `notFound` for another buyer's order, `conflict` if the shop takes nothing of it back any more */
export async function requestReturn(
  shop: Shop,
  buyer: Buyer,
  orderId: string,
  request: RequestedReturn,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order.user_id !== buyer.id) throw notFound("No order found")
    const refusal = returnRefusal(tx, { status: order.status, deliveredAt: order.delivered_at })
    if (refusal) throw conflict(refusal)
    const lines = await readReturnableLines(tx, orderId)
    if (countAvailable(lines) !== request.available)
      throw conflict("Something of this order has been given back in the meantime: please check it again")
    const units = chooseUnits(lines, request.units)
    const record = await insertReturn(tx, order, {
      kind: "return",
      ...{ name: order.user_name, email: order.user_email, items: "", at: tx.now(), units, refunded: null },
      reason: [request.reason, request.details].filter(Boolean).join(": "),
    })
    const named = units.map(({ line, quantity }) => ({
      name: lines.find(({ id }) => id === line)?.name ?? "",
      quantity,
    }))
    await emit(tx, "return.requested", { order, record, lines: named })
  })
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
