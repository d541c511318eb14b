// /admin/staff/role
import { RoleForm } from "~/domain/accounts/staff/role-form"
import { saveRole } from "~/domain/accounts/staff/roles.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { title } from "~/ui/shell/title"
import { RoleEditor } from "./role-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("New role")

export const loader = adminPage("staff.appoint", () => null)

export const action = adminForm(
  "staff.appoint",
  RoleForm,
  async ({ shop, actor, redirectWithSuccess }, role) => {
    await saveRole(shop, actor, null, role)
    return redirectWithSuccess("/admin/staff", "Role saved")
  },
  { proof: "recent" },
)

export default function NewRole() {
  return (
    <AdminPage title="New role">
      <RoleEditor />
    </AdminPage>
  )
}
