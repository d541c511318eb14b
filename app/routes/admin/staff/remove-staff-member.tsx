// /admin/staff/:id/end

import { countWaitingRefunds } from "~/domain/orders/cancellation/refund-requests.server"
import { removeStaffMember } from "~/domain/staff/remove-staff-member.server"
import { findStaffMember } from "~/domain/staff/staff.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage("staff.appoint", async ({ shop, actor, id }): Promise<Confirmation> => {
  const [{ name }, waiting] = await Promise.all([
    findStaffMember(shop, actor, id),
    countWaitingRefunds(shop, actor, id),
  ])
  const refunds = `${pluralize(waiting, "refund")} that they requested still need${waiting === 1 ? "s" : ""} approval.`
  return {
    title: `Remove ${name} from staff?`,
    consequence: `They are signed out everywhere, and their open invitations are revoked. They keep their customer account, and the audit log keeps their name.${waiting > 0 ? ` ${refunds}` : ""}`,
    confirmLabel: "Remove from staff",
    back: paths.staffMember(id),
  }
})

export const action = adminForm(
  "staff.appoint",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    const { name } = await removeStaffMember(shop, actor, id)
    return redirectWithSuccess("/admin/staff", `${name} was removed from staff`)
  },
  { proof: "staff.appoint", refused: asToast("/admin/staff") },
)
