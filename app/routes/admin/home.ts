// /admin
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { requireAdmin } from "~/domain/accounts/user"
import { page } from "~/http/page.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ user }) => {
    requireAdmin(user)
    return redirect("/admin/dashboard")
  })
}
