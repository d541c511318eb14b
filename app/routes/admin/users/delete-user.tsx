// /admin/user/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { findUser, softDeleteUser } from "~/domain/accounts/users.server"
import { confirmDeletion, deleteWithUndo } from "~/routes/admin/deletion.server"
import { title } from "~/ui/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title("Delete user")

export function loader(args: LoaderFunctionArgs) {
  return confirmDeletion(args, "user", async ({ shop, actor, id }) => {
    const { name } = await findUser(shop, actor, id)
    return `Delete ${name}?`
  })
}

export function action(args: ActionFunctionArgs) {
  return deleteWithUndo(args, "user", ({ shop, actor, id }) => softDeleteUser(shop, actor, id))
}
