// /admin/users
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { UserFilter } from "~/domain/accounts/user-filter"
import { listUsers } from "~/domain/accounts/users.server"
import { page } from "~/http/page.server"
import { Badge } from "~/ui/badge"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { consequences } from "./consequences"
import { type List, sortBy, withBack } from "./list-address"
import { ListTable } from "./list-table"
import { RowActions } from "./row-actions"
import { Choice, SearchBox, TableFilter } from "./table-filter"

export const meta = title("All users")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const filter = UserFilter.parse(Object.fromEntries(url.searchParams))
    const { users, count } = await listUsers(shop, requireAdmin(user), filter)
    return { users: users.map(({ id, email, name, role }) => ({ id, email, name, role })), count, filter }
  })
}

export default function Users() {
  const { users, count, filter } = useLoaderData<typeof loader>()
  const list: List = { path: "/admin/users", filter, defaultSort: "newest" }
  return (
    <AdminPage title="ALL USERS">
      <TableFilter list={list} label="Users">
        <SearchBox value={filter.search} placeholder="Name, email or ID" />
        <Choice label="Role" name="role" value={filter.role} options={roleChoices} />
      </TableFilter>
      <ListTable
        caption="All users"
        list={list}
        count={count}
        nothing="No users found"
        columns={[
          { key: "user", label: "User ID", sort: sortBy(list, "oldest", "newest") },
          { key: "email", label: "Email", sort: sortBy(list, "email") },
          { key: "name", label: "Name", sort: sortBy(list, "name") },
          { key: "role", label: "Role", sort: sortBy(list, "role") },
          { key: "actions", label: "Actions", align: "end" },
        ]}
        rows={users.map(({ id, email, name, role }) => ({
          id,
          user: <Link to={withBack(`/admin/user/${id}`, list)}>{id}</Link>,
          email,
          name,
          role: <Badge tone={role === "admin" ? "good" : "bad"}>{role}</Badge>,
          actions: (
            <RowActions
              edit={withBack(`/admin/user/${id}`, list)}
              remove={withBack(`/admin/user/${id}/delete`, list)}
              name={name}
              consequence={consequences.user}
            />
          ),
        }))}
      />
    </AdminPage>
  )
}

const roleChoices = [
  { value: "admin", label: "Admin" },
  { value: "user", label: "User" },
]
