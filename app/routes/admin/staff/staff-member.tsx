// /admin/staff/:id
import { Link, useLoaderData } from "@remix-run/react"
import { RoleChoice } from "~/domain/staff/role-form"
import { listRoles } from "~/domain/staff/roles.server"
import { assignRole, findStaffMember } from "~/domain/staff/staff.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { Permitted } from "../permitted/permitted"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ member }) => `${member.name}, ${member.role.name}`)

export const loader = adminPage("staff.appoint", async ({ shop, actor, id }) => {
  const [member, roles] = await Promise.all([findStaffMember(shop, actor, id), listRoles(shop, actor)])
  return { member, roles: roles.map(({ id, name }) => ({ value: id, label: name })) }
})

export const action = adminForm(
  "staff.appoint",
  RoleChoice,
  async ({ shop, actor, id, redirectWithSuccess }, { role }) => {
    const member = await assignRole(shop, actor, id, role)
    return redirectWithSuccess("/admin/staff", `${member.name} is ${member.role.name} now`)
  },
  { proof: "staff.appoint" },
)

export default function Member() {
  const { member, roles } = useLoaderData<typeof loader>()
  const { id, name, email, role } = member
  return (
    <AdminPage
      title={name}
      lead={email}
      actions={
        <ButtonLink to={paths.removeStaffMember(id)} variant="danger" small>
          Remove from staff
        </ButtonLink>
      }
    >
      <Permitted needs="audit.see">
        <ul className="cluster" aria-label={`More about ${name}`}>
          <li>
            <Link to={paths.auditLog({ person: id })}>Activity of this person</Link>
          </li>
          <li>
            <Link to={paths.auditLog({ subject: id })}>Audit log</Link>
          </li>
        </ul>
      </Permitted>
      <RoleFields key={role.id} role={role.id} roles={roles} />
    </AdminPage>
  )
}

function RoleFields({ role, roles }: { role: string; roles: { value: string; label: string }[] }) {
  const [form, fields] = useShopForm<{ role: string }>({ id: "role", defaultValue: { role } })
  return (
    <ShopForm tool={{ name: "change_role", description: "Changes the role of the person" }} form={form}>
      <SelectField
        of={fields.role}
        label="Role"
        hint="The change applies immediately."
        placeholder="Choose role"
        options={roles}
        required
      />
      <SubmitButton>Save</SubmitButton>
    </ShopForm>
  )
}
