// /admin/user/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { findUser, removeUser } from "~/domain/accounts/users.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { title } from "~/ui/title"
import { AskPage } from "./ask-page"
import { backOf, undoOf } from "./back"
import { consequences } from "./consequences"

export const meta = title("Delete user")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const { name } = await findUser(shop, requireAdmin(user), params.id ?? "")
    return { name, back: backOf(url, "/admin/users") }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) => {
      const id = scene.params.id ?? ""
      const back = backOf(scene.url, "/admin/users")
      return orToast(scene, back, async () => {
        await removeUser(scene.shop, requireAdmin(scene.user), id)
        return scene.redirectWithSuccess(back, "Profile has been deleted", undoOf("user", id, back))
      })
    },
    { guard: requireAdmin },
  )
}

export default function DeleteUser() {
  const { name, back } = useLoaderData<typeof loader>()
  return <AskPage title={`Delete ${name}?`} confirm="Delete" consequence={consequences.user} back={back} />
}
