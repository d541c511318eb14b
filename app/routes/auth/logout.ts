// /logout
import { redirect } from "@remix-run/node"
import { z } from "zod"
import { form } from "~/http/doorways/form.server"
import { signOut } from "~/http/session/sign-in.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/account")

export const action = form(
  z.object({}),
  async (ctx) => {
    await signOut(ctx)
    return ctx.redirectWithSuccess("/", "Logged out")
  },
  { screen: "/account" },
)
