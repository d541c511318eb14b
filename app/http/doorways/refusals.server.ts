import { ShopError } from "~/domain/shop-error"
import { recordRefusal } from "~/http/request-log-fields"
import type { FormContext } from "./form.server"
import { refusalKinds } from "./refusal-kinds"
import type { RequestContext } from "./request-context.server"

/** Where a refusal of some kinds leads; null leaves it to the next rule, and in the end to the form or an error page. */
export type RefusalRule<Context, Answer = Response> = (
  error: ShopError,
  ctx: Context,
) => Answer | null | Promise<Answer | null>

/** Does a route's work. The first rule that knows a refusal decides what is answered. */
export async function attempt<Context extends RequestContext, T, R>(
  ctx: Context,
  rules: readonly RefusalRule<Context, R>[],
  work: () => Promise<T> | T,
): Promise<T | R> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    for (const rule of rules) {
      const answer = await rule(error, ctx)
      if (answer === null) continue
      recordRefusal(ctx.context.logFields, error)
      return answer
    }
    throw error
  }
}

/**
 * For buttons: a refusal becomes a message on the page that they stand on. Scripts that `stay` are on it already, and
 * who may not press a button at all is answered otherwise.
 */
export function asToast(path: string | ((ctx: FormContext<unknown>) => string)): RefusalRule<FormContext<unknown>> {
  return (error, ctx) => {
    if (!refusalKinds[error.kind].shownIn.includes("toast")) return null
    ctx.toast({ type: "error", message: error.message })
    if (ctx.formData.has("stay")) return ctx.noContent()
    return ctx.redirect(typeof path === "string" ? path : path(ctx))
  }
}
