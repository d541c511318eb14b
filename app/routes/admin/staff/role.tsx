// /admin/staff/role /admin/staff/role/:id

import { useLoaderData } from "@remix-run/react"
import { permissionRooms } from "~/domain/accounts/permission"
import { roleTexts, type StaffRole } from "~/domain/accounts/role"
import { optionsOf } from "~/domain/records/control"
import { RoleForm } from "~/domain/staff/role-form"
import { assertRoleNameFree, findEditableRole, saveRole } from "~/domain/staff/roles.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { ConfirmLink } from "~/ui/confirm-link"
import { CheckboxChoices } from "~/ui/form/checkbox-choices"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { MoneyField } from "~/ui/form/money-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ role }) => (role ? `Edit role ${role.name}` : "New role"))

export const loader = adminPage("staff.appoint", async ({ shop, actor, params, id }) => {
  if (params.id === undefined) return { role: null, formKey: newFormKey() }
  return { role: await findEditableRole(shop, actor, id), formKey: undefined }
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
  const { role, formKey } = useLoaderData<typeof loader>()
  if (!role) {
    return (
      <AdminPage title="New role">
        <RoleEditor formKey={formKey} />
      </AdminPage>
    )
  }
  const remove = paths.deleteRole(role.id)
  return (
    <AdminPage
      title={`Edit role ${role.name}`}
      lead="What you change counts at once for everybody who has it."
      actions={
        <>
          <StaffLink to={paths.auditLog({ subject: role.id })}>Audit log</StaffLink>
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

interface RoleEditorProps {
  /** Absent for a new role */
  role?: StaffRole
  /** The form key of a new role, which is created only once */
  formKey?: string
}

type Fields = { name: string; permissions: string[]; refundLimitOfOrder: string; refundLimitOfDay: string }

function RoleEditor({ role, formKey }: RoleEditorProps) {
  const snapshot = role && roleTexts(role)
  const values = role && { ...snapshot, permissions: role.permissions }
  return (
    <VersionedForm<Fields>
      id="role"
      values={values}
      snapshot={snapshot}
      controls={{ permissions: { kind: "choices", label: "", options: rooms.flatMap(({ options }) => options) } }}
    >
      {(fields) => (
        <>
          {formKey && <FormKeyInput value={formKey} />}
          <TextField of={fields.name} label="Name" maxLength={60} required />
          {rooms.map((room) => (
            <CheckboxChoices key={room.label} of={fields.permissions} {...room} />
          ))}
          <h2>Refunds</h2>
          <p>What is more waits for somebody who may refund as much. Empty: without a limit.</p>
          <div className="form-row">
            <MoneyField of={fields.refundLimitOfOrder} label="At most an order" required={false} />
            <MoneyField of={fields.refundLimitOfDay} label="At most a day" required={false} />
          </div>
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}

const rooms = Object.entries(permissionRooms).map(([label, names]) => ({
  label,
  options: optionsOf(names),
}))
