// /admin/staff/role/:id/delete
import { z } from "zod"
import { deleteRole, findEditableRole } from "~/domain/accounts/staff/roles.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { ConfirmPageProps } from "~/routes/admin/confirm-page"
import { title } from "~/ui/shell/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title<typeof loader>(({ title }) => title)

export const loader = adminPage("staff.appoint", async ({ shop, actor, id }): Promise<ConfirmPageProps> => {
  const { name } = await findEditableRole(shop, actor, id)
  return {
    title: `Delete the role ${name}?`,
    consequence: "A role can be deleted when nobody has it.",
    confirmLabel: "Delete",
    back: paths.staffRole(id),
  }
})

export const action = adminForm(
  "staff.appoint",
  z.object({}),
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await deleteRole(shop, actor, id)
    return redirectWithSuccess("/admin/staff", "Role deleted")
  },
  { proof: "recent", refused: asToast("/admin/staff") },
)
