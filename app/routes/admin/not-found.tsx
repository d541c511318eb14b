// /admin/*
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { requireAdmin } from "~/domain/accounts/user"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"

export const meta = title("Page Not Found")

/** Nobody but an administrator learns which screens there are. */
export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => {
    requireAdmin(user)
    throw notFound("There is no such screen")
  })
}

export function action(args: ActionFunctionArgs) {
  return loader(args)
}

/** Never shown: the loader's refusal leads to the error page. */
export default function NotFound() {
  return null
}
