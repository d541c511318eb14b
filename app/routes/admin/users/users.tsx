// /admin/users
import { Link, useLoaderData } from "@remix-run/react"
import { readCustomerValues } from "~/domain/orders/customer-value.server"
import { UserFilter } from "~/domain/staff/users/user-filter"
import { listUsers } from "~/domain/staff/users/users.server"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { RecordLink, StaffButtonLink } from "../permitted/permitted"
import { ExportLink, ListPage } from "../tables/list-page"
import { withReturnPath } from "../tables/list-url"
import { RowActions } from "../tables/row-actions"

export const meta = title("All users")

export const loader = adminPage("customers.see", async (ctx) => {
  const { users, ...list } = await listOrNothing(ctx, UserFilter, listUsers, { users: [], count: 0 })
  const ids = users.map(({ id }) => id)
  const values = await readCustomerValues(ctx.shop, ctx.actor, ids)
  return {
    ...list,
    users: users.map(({ id, email, name, role, awaitsRole }) => ({ id, email, name, role, awaitsRole, ...values[id] })),
  }
})

export default function Users() {
  const { users, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/users", filter, defaultSort: "newest" }
  return (
    <ListPage
      title="ALL USERS"
      caption="All users"
      actions={
        <>
          <ExportLink list={list} />
          <StaffButtonLink to="/admin/users/import" variant="secondary" small icon="upload">
            Import CSV
          </StaffButtonLink>
          <StaffButtonLink to="/admin/users/invitations" variant="secondary" small icon="mail">
            Invitations
          </StaffButtonLink>
        </>
      }
      list={list}
      {...found}
      empty={{ title: "There are no users yet", icon: "user" }}
      label="Users"
      search={{ name: "search", label: "Search", placeholder: "Name, email, telephone or town" }}
      filters={[{ name: "role", label: "Role", options: roleChoices }]}
      columns={[
        { key: "user", label: "User ID", narrow: "plain", sort: ["oldest", "newest"] },
        { key: "email", label: "Email", narrow: "plain", sort: ["email"] },
        { key: "name", label: "Name", narrow: "title", sort: ["name"] },
        { key: "role", label: "Role", narrow: "plain", sort: ["role"] },
        { key: "orders", label: "Orders", align: "end" },
        { key: "value", label: "Lifetime value", align: "end", narrow: "end" },
      ]}
      rows={users.map(({ id, email, name, role, awaitsRole, orders = 0, value = 0 }) => ({
        id,
        user: <Link to={withReturnPath(paths.adminUser(id), list)}>{id}</Link>,
        email,
        name,
        role: <Badge tone={roleTones[role]}>{awaitsRole ? "admin (email not confirmed)" : role}</Badge>,
        orders: orders > 0 ? <RecordLink to={paths.adminOrders({ user: id })}>{orders}</RecordLink> : 0,
        value: <Price cents={value} />,
        actions: <RowActions list={list} kind="user" id={id} name={name} />,
      }))}
    />
  )
}

const roleTones = { admin: "good", user: "bad" } as const

const roleChoices = [
  { value: "admin", label: "Admin" },
  { value: "user", label: "User" },
]
