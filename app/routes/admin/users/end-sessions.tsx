// /admin/user/:id/sessions/end
import { signOutUser } from "~/domain/staff/users/sign-out-user.server"
import { findUser } from "~/domain/staff/users/users.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(
  ["customers.see", "customers.edit"],
  async ({ shop, actor, id }): Promise<Confirmation> => {
    const { name } = await findUser(shop, actor, id)
    return {
      title: `Sign ${name} out everywhere?`,
      consequence: "They can sign in again with their password.",
      confirmLabel: "Sign out",
      back: paths.userSessions(id),
    }
  },
)

export const action = adminForm(
  "customers.edit",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await signOutUser(shop, actor, id)
    return redirectWithSuccess(paths.userSessions(id), "Signed out everywhere")
  },
  { proof: "customers.change" },
)
