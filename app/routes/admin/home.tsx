// /admin
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { adminPage } from "~/http/page.server"

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, ({ redirect }) => redirect("/admin/dashboard"))
}

export function action(args: ActionFunctionArgs) {
  return loader(args)
}

/** Never shown: the loader leads to the dashboard. */
export default function Home() {
  return null
}
