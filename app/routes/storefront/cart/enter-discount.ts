// /discount

import { redirect } from "@remix-run/node"
import { z } from "zod"
import { cleanCode } from "~/domain/text/clean-code"
import { form } from "~/http/doorways/form.server"
import { enterCode } from "~/http/session/entered-code.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const EnteredCode = z.object({
  code: z
    .string()
    .default("")
    .transform((typed) => cleanCode(typed.slice(0, 240)).slice(0, 60)),
  back: z.enum(["/cart", "/order/confirm"]).catch("/cart").default("/cart"),
})

export const loader = () => redirect("/cart")

/** The page shows whether the code applies; an empty text removes it. */
export const action = form(
  EnteredCode,
  async (ctx, { code, back }) => {
    await enterCode(ctx, code)
    return ctx.redirect(back)
  },
  { screen: "/cart" },
)
