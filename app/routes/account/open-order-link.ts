// /order/link/:token
import { findLinkedOrder } from "~/domain/orders/order-links.server"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"

/** Moves the secret into a cookie, out of history and `Referer`; uses nothing up, because scanners open links too. */
export const loader = page(async ({ shop, params: { token = "" }, context, setCookie, toast, redirect }) => {
  const linked = await findLinkedOrder(shop, token)
  if (linked?.guest) setCookie(await context.orderCookie.write(token))
  if (!linked) toast({ type: "error", message: "This link has ended, or is not whole. Get a new one here." })
  const answer = redirect(linked ? paths.order(linked.orderId) : "/order/links")
  answer.headers.set("Cache-Control", "no-store")
  return answer
})
