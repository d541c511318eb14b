import type { FormContext } from "~/http/doorways/doorway.server"
import type { Toast } from "~/http/session/toast-cookie.server"
import { paths } from "~/paths"

/**
 * Returns to the cart, for the same country, with a message; scripts that sent the form in the background are already
 * on it.
 */
export function redirectToCart(ctx: FormContext<unknown>, message: string, undo?: Toast["undo"]): Response {
  const country = ctx.url.searchParams.get("country") ?? undefined
  if (!ctx.formData.has("stay")) return ctx.redirectWithSuccess(paths.cart({ country }), message, undo)
  ctx.toast({ type: "success", message, undo })
  return ctx.noContent()
}
