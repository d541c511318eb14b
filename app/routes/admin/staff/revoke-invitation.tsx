// /admin/staff/invitation/:id/revoke
import { z } from "zod"
import { findChangeable, revokeInvitation } from "~/domain/accounts/staff/invitations.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import type { ConfirmPageProps } from "~/routes/admin/confirm-page"
import { title } from "~/ui/shell/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title<typeof loader>(({ title }) => title)

export const loader = adminPage(
  "staff.appoint",
  async ({ shop, actor, id }): Promise<ConfirmPageProps> => {
    const { email } = await findChangeable(shop, actor, id)
    return {
      title: `Revoke the invitation of ${email}?`,
      consequence: "Its link opens nothing any more.",
      confirmLabel: "Revoke",
      back: "/admin/staff",
    }
  },
  { proof: "recent" },
)

export const action = adminForm(
  "staff.appoint",
  z.object({}),
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await revokeInvitation(shop, actor, id)
    return redirectWithSuccess("/admin/staff", "Invitation revoked")
  },
  { proof: "recent", refused: asToast("/admin/staff") },
)
