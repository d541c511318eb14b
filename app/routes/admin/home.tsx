// /admin
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { requireAdmin } from "~/domain/accounts/user"
import { page } from "~/http/page.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => {
    requireAdmin(user)
    return redirect("/admin/dashboard")
  })
}

export function action(args: ActionFunctionArgs) {
  return loader(args)
}

/** Never shown: the loader leads to the dashboard. */
export default function Home() {
  return null
}
