import { ShopError } from "~/domain/shop-error"
import { recordRefusal } from "~/http/request/request-log-fields"
import type { FormContext } from "./doorway.server"
import { refusalKinds } from "./refusal-kinds"
import type { RequestContext } from "./request-context.server"

/** Returns null to leave the refusal to the next rule. */
export type RefusalRule<Context, R = Response> = (error: ShopError, ctx: Context) => R | null | Promise<R | null>

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
      const response = await rule(error, ctx)
      if (response === null) continue
      recordRefusal(ctx.context.logFields, error)
      return response
    }
    throw error
  }
}

/** Scripts that `stay` are already on the page. */
export function asToast(path: string | ((ctx: FormContext<unknown>) => string)): RefusalRule<FormContext<unknown>> {
  return (error, ctx) => {
    if (!refusalKinds[error.kind].shownIn.includes("toast")) return null
    ctx.toast({ type: "error", message: error.message })
    if (ctx.formData.has("stay")) return ctx.noContent()
    return ctx.redirect(typeof path === "string" ? path : path(ctx))
  }
}
