// /order/link/:token
import { isMember, type Visitor } from "~/domain/accounts/actor"
import { findLinkedOrder } from "~/domain/orders/order-links.server"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"

/**
 * Moves the secret into a cookie, out of history and `Referer`; does not consume the link, because scanners open links
 * too.
 */
export const loader = page(async (ctx) => {
  const answer = ctx.redirect(await openLink(ctx))
  answer.headers.set("Cache-Control", "no-store")
  return answer
})

/** Returns the address of the next page. */
async function openLink({ shop, params, user, context, setCookie, toast }: DoorwayContext<Visitor>): Promise<string> {
  const { token = "" } = params
  const linked = await findLinkedOrder(shop, token)
  if (!linked) {
    toast({ type: "error", message: "This link has expired or is incomplete. Get a new one here." })
    return "/order/links"
  }
  const { orderId, owner } = linked
  if (owner.isGuest) setCookie(await context.orderCookie.write(token))
  if (owner.isGuest || owner.id === user?.id) return paths.order(orderId)
  const otherAccount = isMember(user)
  toast({
    type: "info",
    message: `This order now belongs to an account. Sign in to ${otherAccount ? "that account" : "it"} to see the order.`,
  })
  return otherAccount ? "/orders" : paths.order(orderId)
}
