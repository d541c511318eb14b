import type { Buyer } from "~/domain/accounts/actor"
import { findLinkedOrder } from "~/domain/orders/order-links.server"
import { type Audience, buyers } from "./audience"

/** Also admits the guest whose link to this order the browser has opened. */
export const orderBuyers: Audience<Buyer> = {
  ...buyers,
  async identify({ shop, request, context }, orderId) {
    const token = await context.orderCookie.read(request)
    const linked = token === "" ? null : await findLinkedOrder(shop, token)
    return linked?.orderId === orderId && linked.owner.isGuest ? linked.owner : null
  },
}
