// /admin/audit
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { auditKinds } from "~/domain/audit/audit"
import { AuditFilter } from "~/domain/audit/audit-filter"
import { listAudit, listAuditPeople } from "~/domain/audit/audit-list.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { AuditTable } from "./audit-table"
import { type List, listPath } from "./list-address"
import { Choice, TableFilter } from "./table-filter"

export const meta = title("Audit log")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const admin = requireAdmin(user)
    const filter = AuditFilter.parse(Object.fromEntries(url.searchParams))
    const [found, people] = await Promise.all([listAudit(shop, admin, filter), listAuditPeople(shop, admin)])
    return { ...found, people, filter }
  })
}

export default function Audit() {
  const { lines, count, people, filter } = useLoaderData<typeof loader>()
  const list: List = { path: "/admin/audit", filter }
  const download = listPath({ ...list, path: "/admin/audit/export" }, { page: 1 })
  return (
    <AdminPage
      title="Audit log"
      actions={
        <Link to={download} reloadDocument className="button button-secondary button-small">
          Export CSV
        </Link>
      }
    >
      <TableFilter list={list} label="Audit log">
        <Choice
          label="Person"
          name="person"
          value={filter.person}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <Choice label="Kind" name="kind" value={filter.kind} options={kinds} />
        <label>
          From
          <input type="date" name="from" defaultValue={filter.from} />
        </label>
        <label>
          To
          <input type="date" name="to" defaultValue={filter.to} />
        </label>
        <label>
          ID of what was changed
          <input type="search" name="subject" defaultValue={filter.subject} maxLength={24} />
        </label>
      </TableFilter>
      <AuditTable lines={lines} count={count} list={list} />
    </AdminPage>
  )
}

const kinds = auditKinds.map((kind) => ({ value: kind, label: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` }))
