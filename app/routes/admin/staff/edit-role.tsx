// /admin/staff/role/:id

import { useLoaderData } from "@remix-run/react"
import { RoleForm } from "~/domain/accounts/staff/role-form"
import { findEditableRole, saveRole, snapshotOfRole } from "~/domain/accounts/staff/roles.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { StaffLink } from "~/routes/admin/permitted/permitted"
import { ConfirmLink } from "~/ui/confirm-link"
import { title } from "~/ui/shell/title"
import { RoleEditor } from "./role-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ role }) => `Edit role ${role.name}`)

export const loader = adminPage("staff.appoint", async ({ shop, actor, id }) => {
  const role = await findEditableRole(shop, actor, id)
  return { role: { ...role, snapshot: snapshotOfRole(role) } }
})

export const action = adminForm(
  "staff.appoint",
  RoleForm,
  async ({ shop, actor, id, redirectWithSuccess }, role) => {
    await saveRole(shop, actor, id, role)
    return redirectWithSuccess("/admin/staff", "Role saved")
  },
  { proof: "recent" },
)

export default function EditRole() {
  const { role } = useLoaderData<typeof loader>()
  const remove = paths.deleteRole(role.id)
  return (
    <AdminPage
      title={`Edit role ${role.name}`}
      lead="What you change counts at once for everybody who has it."
      actions={
        <>
          <StaffLink to={paths.auditLog({ subject: role.id })}>Who did what</StaffLink>
          <ConfirmLink to={remove} label="Delete" icon="trash" small title={`Delete ${role.name}?`} confirm="Delete">
            <p>A role can be deleted when nobody has it.</p>
          </ConfirmLink>
        </>
      }
    >
      <RoleEditor key={role.id} role={role} />
    </AdminPage>
  )
}
