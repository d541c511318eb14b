// /account/devices
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { endSessions } from "~/domain/accounts/session-list.server"
import { requireMember } from "~/domain/accounts/user"
import { form } from "~/http/form.server"

export function loader() {
  return redirect("/account")
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    async ({ shop, user, session, redirectWithSuccess }) => {
      await endSessions(shop, requireMember(user).id, session?.id)
      return redirectWithSuccess("/account", "All other devices have been signed out")
    },
    { guard: requireMember },
  )
}
