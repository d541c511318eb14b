// /admin/staff/role/:id/delete
import { deleteRole, findEditableRole } from "~/domain/staff/roles.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage("staff.appoint", async ({ shop, actor, id }): Promise<Confirmation> => {
  const { name } = await findEditableRole(shop, actor, id)
  return {
    title: `Delete the role ${name}?`,
    consequence: "You can delete a role when no one has it.",
    confirmLabel: "Delete",
    back: paths.staffRole(id),
  }
})

export const action = adminForm(
  "staff.appoint",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await deleteRole(shop, actor, id)
    return redirectWithSuccess("/admin/staff", "Role deleted")
  },
  { proof: "roles.edit", refused: asToast("/admin/staff") },
)
