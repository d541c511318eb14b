// /logout
import { redirect } from "@remix-run/node"
import { form, noFields } from "~/http/doorways/form.server"
import { signOut } from "~/http/session/sign-in.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = () => redirect("/account")

export const action = form(
  noFields,
  async (ctx) => {
    await signOut(ctx)
    return ctx.redirectWithSuccess("/", "Logged out")
  },
  { screen: "/account" },
)
