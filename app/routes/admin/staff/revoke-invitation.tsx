// /admin/staff/invitation/:id/revoke
import { findChangeable, revokeInvitation } from "~/domain/staff/invitations.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(
  "staff.appoint",
  async ({ shop, actor, id }): Promise<Confirmation> => {
    const { email } = await findChangeable(shop, actor, id)
    return {
      title: `Revoke the invitation of ${email}?`,
      consequence: "Its link will stop working.",
      confirmLabel: "Revoke",
      back: "/admin/staff",
    }
  },
  { proof: "staff.appoint" },
)

export const action = adminForm(
  "staff.appoint",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await revokeInvitation(shop, actor, id)
    return redirectWithSuccess("/admin/staff", "Invitation revoked")
  },
  { proof: "staff.appoint", refused: asToast("/admin/staff") },
)
