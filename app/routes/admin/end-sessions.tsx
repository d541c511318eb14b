// /admin/user/:id/sessions/end
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { signOutUser } from "~/domain/accounts/user-sessions.server"
import { findUser } from "~/domain/accounts/users.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { AskPage } from "./ask-page"

export const meta = title("Sign out everywhere")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const { id, name } = await findUser(shop, requireAdmin(user), params.id ?? "")
    return { id, name }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    async ({ shop, user, params, redirectWithSuccess }) => {
      await signOutUser(shop, requireAdmin(user), params.id ?? "")
      return redirectWithSuccess(`/admin/user/${params.id}/sessions`, "Signed out everywhere")
    },
    { guard: requireAdmin },
  )
}

export default function EndSessions() {
  const { id, name } = useLoaderData<typeof loader>()
  return (
    <AskPage
      title={`Sign ${name} out everywhere?`}
      consequence="They can sign in again with their password."
      confirm="Sign out"
      back={`/admin/user/${id}/sessions`}
    />
  )
}
