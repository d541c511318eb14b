import type { Buyer } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { lockSale } from "~/domain/orders/cancellation/sale.server"
import type { ReturnedUnits } from "~/domain/orders/order"
import type { Tx } from "~/domain/shop"
import { conflict, notFound } from "~/domain/shop-error"
import { insertReturn } from "./insert-return.server"
import { findReturnPeriods } from "./return-periods.server"
import { assertAvailable, chooseUnits, returnableLines, unitsWithNames } from "./returnable-lines.server"
import { returnRefusal } from "./withdrawable.server"

interface RequestedReturn {
  units: readonly ReturnedUnits[]
  reason: string
  details: string
  available: number
}

/** @throws ShopError `notFound` for another buyer's order, `conflict` if nothing can be returned any more */
export async function requestReturn(tx: Tx, buyer: Buyer, orderId: string, request: RequestedReturn): Promise<void> {
  const { order, lines: sold } = await lockSale(tx, orderId)
  if (order.user_id !== buyer.id) throw notFound("No order found")
  const about = { id: order.id, deliveredAt: order.delivered_at, shippingInfo: order.shipping_info }
  const refusal = returnRefusal(tx, order, await findReturnPeriods(tx, about))
  if (refusal) throw conflict(refusal)
  const lines = returnableLines(sold)
  assertAvailable(lines, request.available)
  const units = chooseUnits(lines, request.units)
  const record = await insertReturn(tx, order, {
    kind: "return",
    ...{ name: order.user_name, email: order.user_email, items: "", at: tx.now(), units, refunded: null },
    reason: [request.reason, request.details].filter(Boolean).join(": "),
  })
  await emit(tx, "return.requested", { order, record, lines: unitsWithNames(lines, units) })
}
