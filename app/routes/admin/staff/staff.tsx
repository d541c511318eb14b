// /admin/staff
import { Link, useLoaderData } from "@remix-run/react"
import { permissionNames } from "~/domain/accounts/permission"
import { covers, isOwnerRole, type StaffRole } from "~/domain/accounts/role"
import { formatRoundMoney } from "~/domain/money/format-money"
import type { Shop } from "~/domain/shop"
import { inviteStaff, listInvitations } from "~/domain/staff/invitations.server"
import { InvitationForm } from "~/domain/staff/role-form"
import { listRoles } from "~/domain/staff/roles.server"
import { listStaff } from "~/domain/staff/staff.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { CalendarDate } from "~/ui/date-time"
import { DataTable } from "~/ui/lists/data-table"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { Invitations } from "./invitations"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Staff")

export const loader = adminPage("staff.appoint", async ({ shop, actor }) => {
  const [people, roles, invitations] = await Promise.all([
    listStaff(shop, actor),
    listRoles(shop, actor),
    listInvitations(shop, actor),
  ])
  return {
    people,
    invitations,
    given: roles.filter((role) => actor.staffRole && covers(actor.staffRole, role)).map(toChoice),
    roles: roles.map((role) => ({ ...role, isOwner: isOwnerRole(role), permits: describeRole(shop, role) })),
  }
})

export const action = adminForm(
  "staff.appoint",
  InvitationForm,
  async ({ shop, actor, redirectWithSuccess }, invitation) => {
    await inviteStaff(shop, actor, invitation)
    return redirectWithSuccess("/admin/staff", `An invitation is on its way to ${invitation.email}`)
  },
  { proof: "staff.appoint" },
)

const toChoice = ({ id, name }: StaffRole) => ({ value: id, label: name })

function describeRole({ settings }: Shop, role: StaffRole): string {
  if (isOwnerRole(role)) return "Everything"
  const { currency } = settings.current.pricing
  const names = role.permissions.map((permission, index) => {
    const name = permissionNames[permission] ?? permission
    return index === 0 ? name : name.charAt(0).toLowerCase() + name.slice(1)
  })
  const limits = [
    role.refundLimitOfOrder !== null && `${formatRoundMoney(role.refundLimitOfOrder, currency)} per order`,
    role.refundLimitOfDay !== null && `${formatRoundMoney(role.refundLimitOfDay, currency)} per day`,
  ].filter(Boolean)
  const permitted = names.join(", ") || "Only the dashboard"
  return limits.length > 0 ? `${permitted}. Refunds up to ${limits.join(", ")}.` : permitted
}

export default function StaffPage() {
  const { people, roles, invitations, given } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Staff" lead="Staff, roles and permissions.">
      <DataTable
        caption="People"
        columns={[
          { key: "name", label: "Name", narrow: "title", detail: "email" },
          { key: "role", label: "Role", narrow: "plain" },
          { key: "since", label: "Since", narrow: "plain" },
          { key: "log", label: "Log", align: "end", narrow: "end" },
        ]}
        rows={people.map(({ id, name, email, role, since }) => ({
          id,
          name: <Link to={paths.staffMember(id)}>{name}</Link>,
          email,
          role: role.name,
          since: <CalendarDate date={since} />,
          log: (
            <StaffLink to={paths.auditLog({ person: id })} aria-label={`What has this person done? ${name}`}>
              What has this person done?
            </StaffLink>
          ),
        }))}
        empty={null}
      />
      <Invitations invitations={invitations} given={given} />
      <section className="stack" aria-labelledby="roles">
        <div className="section-head">
          <h2 id="roles">Roles</h2>
          <ButtonLink to="/admin/staff/role" small icon="plus">
            New role
          </ButtonLink>
        </div>
        <DataTable
          caption="Roles"
          columns={[
            { key: "name", label: "Role", narrow: "title" },
            { key: "permits", label: "Permissions", narrow: "plain" },
            { key: "people", label: "People", align: "end", narrow: "end" },
          ]}
          rows={roles.map(({ id, name, isOwner, permits, people }) => ({
            id,
            name: isOwner ? name : <Link to={paths.staffRole(id)}>{name}</Link>,
            permits,
            people,
          }))}
          empty={null}
        />
      </section>
    </AdminPage>
  )
}
