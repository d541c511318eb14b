// /account/devices/:id
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { signOutDevice } from "~/domain/accounts/session-list.server"
import { requireMember } from "~/domain/accounts/user"
import { form } from "~/http/form.server"

export function loader() {
  return redirect("/account")
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    async ({ shop, user, params, redirectWithSuccess }) => {
      await signOutDevice(shop, requireMember(user), params.id ?? "")
      return redirectWithSuccess("/account", "The device has been signed out")
    },
    { guard: requireMember },
  )
}
