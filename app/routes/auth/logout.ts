// /logout
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { form } from "~/http/form.server"
import { signOut } from "~/http/session/sign-in.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/route-error"

export function loader() {
  return redirect("/account")
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    async (ctx) => {
      await signOut(ctx)
      return ctx.redirectWithSuccess("/", "Logged out")
    },
    { screen: "/account" },
  )
}
