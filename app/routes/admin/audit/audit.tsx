// /admin/audit
import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { auditKinds } from "~/domain/audit/audit"
import { AuditFilter } from "~/domain/audit/audit-filter"
import { listAudit, listAuditActors } from "~/domain/audit/audit-list.server"
import { type InvalidFilterValues, invalidFilterValues } from "~/http/invalid-filter-values"
import { listOrNothing } from "~/http/list-or-nothing.server"
import { adminPage } from "~/http/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { ExportLink } from "~/routes/admin/tables/export-link"
import type { ListQuery } from "~/routes/admin/tables/list-url"
import { FilterSelect, TableFilter } from "~/routes/admin/tables/table-filter"
import { filterErrorProps } from "~/ui/invalid-filter-notice"
import { title } from "~/ui/title"
import { AuditTable } from "./audit-table"

export const meta = title("Audit log")

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, async ({ shop, actor, url }) => {
    const [list, people] = await Promise.all([
      listOrNothing(
        url,
        AuditFilter,
        (filter) => listAudit(shop, actor, filter),
        { lines: [], count: 0 },
        invalidDates,
      ),
      listAuditActors(shop, actor),
    ])
    return { ...list, people }
  })
}

export default function Audit() {
  const { lines, count, people, filter, invalidValues } = useLoaderData<typeof loader>()
  const list: ListQuery = { path: "/admin/audit", filter }
  return (
    <AdminPage title="Audit log" actions={<ExportLink list={list} />}>
      <TableFilter list={list} label="Audit log" invalidValues={invalidValues}>
        <FilterSelect
          label="Person"
          name="person"
          value={invalidValues.person ?? filter.person}
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterSelect label="Kind" name="kind" value={invalidValues.kind ?? filter.kind} options={kinds} />
        <label>
          From
          <input
            type="date"
            name="from"
            defaultValue={invalidValues.from ?? filter.from}
            {...filterErrorProps("from", invalidValues)}
          />
        </label>
        <label>
          To
          <input
            type="date"
            name="to"
            defaultValue={invalidValues.to ?? filter.to}
            {...filterErrorProps("to", invalidValues)}
          />
        </label>
        <label>
          ID of what was changed
          <input
            type="search"
            name="subject"
            defaultValue={invalidValues.subject ?? filter.subject}
            maxLength={100}
            {...filterErrorProps("subject", invalidValues)}
          />
        </label>
      </TableFilter>
      <AuditTable lines={lines} count={count} list={list} />
    </AdminPage>
  )
}

/** Also a last day before the first one. */
function invalidDates(url: URL, filter: AuditFilter): InvalidFilterValues {
  const { from, to } = filter
  return { ...invalidFilterValues(url, filter), ...(from && to && to < from && { to }) }
}

const kinds = auditKinds.map((kind) => ({ value: kind, label: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` }))
