import type { FormContext } from "~/http/doorways/form.server"
import type { Toast } from "~/http/session/toast-cookie.server"

/** The cart again with a message; scripts that have sent the form behind the page are on it already. */
export function redirectToCart(ctx: FormContext<unknown>, message: string, undo?: Toast["undo"]): Response {
  if (!ctx.formData.has("stay")) return ctx.redirectWithSuccess("/cart", message, undo)
  ctx.toast({ type: "success", message, undo })
  return ctx.noContent()
}
