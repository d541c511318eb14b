// /admin/user/:id/sessions/end
import { z } from "zod"
import { signOutUser } from "~/domain/accounts/sessions/user-sessions.server"
import { findUser } from "~/domain/accounts/users.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import type { ConfirmPageProps } from "~/routes/admin/confirm-page"
import { title } from "~/ui/shell/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title<typeof loader>(({ title }) => title)

export const loader = adminPage(
  ["customers.see", "customers.edit"],
  async ({ shop, actor, id }): Promise<ConfirmPageProps> => {
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
  z.object({}),
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await signOutUser(shop, actor, id)
    return redirectWithSuccess(paths.userSessions(id), "Signed out everywhere")
  },
  { proof: "recent" },
)
