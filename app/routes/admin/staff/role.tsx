// /admin/staff/role /admin/staff/role/:id

import { useLoaderData } from "@remix-run/react"
import { Fragment } from "react"
import { permissionRooms } from "~/domain/accounts/permission"
import { optionsOf } from "~/domain/records/control"
import { RoleForm, roleRecord } from "~/domain/staff/role-form"
import { assertRoleNameFree, findEditableRole, saveRole } from "~/domain/staff/roles.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { ConfirmLink } from "~/ui/confirm-link"
import { SubmitButton } from "~/ui/form/submit-button"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { RecordForm } from "../record-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ role }) => (role ? `Edit role ${role.name}` : "New role"))

export const loader = adminPage("staff.appoint", async ({ shop, actor, params, id }) => {
  if (params.id === undefined) return { role: null, form: roleRecord.view({}, { formKey: newFormKey() }) }
  const role = await findEditableRole(shop, actor, id)
  return { role: { id, name: role.name }, form: roleRecord.view(roleRecord.textsOf(role), {}) }
})

export const action = adminForm(
  "staff.appoint",
  RoleForm,
  async (ctx, role) => {
    const { shop, actor, params, id } = ctx
    await saveRole(shop, actor, params.id === undefined ? null : id, role, (work) => submitOnce(ctx, work))
    return ctx.redirectWithSuccess("/admin/staff", "Role saved")
  },
  {
    proof: "roles.edit",
    refusalData: staleFieldsOf,
    checks: ({ shop, id }, { name = "" }) => [() => assertRoleNameFree(shop, name, id || null)],
  },
)

export default function Role() {
  const { role, form } = useLoaderData<typeof loader>()
  if (!role) {
    return (
      <AdminPage title="New role">
        <RoleEditor form={form} />
      </AdminPage>
    )
  }
  const remove = paths.deleteRole(role.id)
  return (
    <AdminPage
      title={`Edit role ${role.name}`}
      lead="Changes apply immediately to everyone with this role."
      actions={
        <>
          <StaffLink to={paths.auditLog({ subject: role.id })}>Audit log</StaffLink>
          <ConfirmLink to={remove} label="Delete" icon="trash" small title={`Delete ${role.name}?`} confirm="Delete">
            <p>You can delete a role when no one has it.</p>
          </ConfirmLink>
        </>
      }
    >
      <RoleEditor key={role.id} form={form} />
    </AdminPage>
  )
}

function RoleEditor({ form }: { form: ReturnType<typeof roleRecord.view> }) {
  return (
    <RecordForm tool={{ name: "save_role", description: "Saves the role and its permissions" }} id="role" form={form}>
      {(field) => (
        <>
          {field("name")}
          {rooms.map((room) => (
            <Fragment key={room.label}>{field("permissions", room)}</Fragment>
          ))}
          <h2>Refunds</h2>
          <p>Larger refunds need approval by someone with a higher limit. Leave empty for no limit.</p>
          <div className="form-row">
            {field("refundLimitOfOrder")}
            {field("refundLimitOfDay")}
          </div>
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </RecordForm>
  )
}

const rooms = Object.entries(permissionRooms).map(([label, names]) => ({
  label,
  options: optionsOf(names),
}))
