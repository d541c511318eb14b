import { redirect } from "@remix-run/node"
import { refusalKinds } from "~/http/doorways/refusal-kinds"
import type { RefusalRule } from "~/http/doorways/refusals.server"
import type { RequestContext } from "~/http/doorways/request-context.server"

const missingStepPaths: Record<string, string> = {
  cart: "/cart",
  shippingInfo: "/shipping",
  checkout: "/order/confirm",
}

export const toMissingStep: RefusalRule<RequestContext> = ({ field, message }, ctx) => {
  const step = field && missingStepPaths[field]
  if (!step) return null
  ctx.toast({ type: "info", message })
  return redirect(step, 303)
}

export const toPayment: RefusalRule<RequestContext> = ({ kind, message }, ctx) => {
  if (!refusalKinds[kind].shownIn.includes("payment")) return null
  ctx.toast({ type: "error", message })
  return redirect("/process/payment", 303)
}
