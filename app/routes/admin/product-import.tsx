// /admin/products/import/:id
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaArgs } from "@remix-run/node"
import { Form, Link, useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { ImportRowFilter } from "~/domain/inventory/import-filter"
import { findImport, listImportRows } from "~/domain/inventory/imports.server"
import { outcomeNames, type RowOutcome } from "~/domain/inventory/product-import"
import { startImport } from "~/domain/inventory/run-import.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Button } from "~/ui/button"
import { titleText } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { ImportProgress } from "./import-progress"
import { ImportRows } from "./import-rows"
import type { List } from "./list-address"
import { Choice, TableFilter } from "./table-filter"

/** While it runs, browsers without scripts look again by themselves. */
export function meta({ data, matches }: MetaArgs<typeof loader>) {
  const refresh = data?.found.status === "running" ? [{ httpEquiv: "refresh", content: "2" }] : []
  return [{ title: titleText("Import products", matches) }, ...refresh]
}

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const admin = requireAdmin(user)
    const filter = ImportRowFilter.parse(Object.fromEntries(url.searchParams))
    const found = await findImport(shop, admin, params.id ?? "")
    return { found, filter, rows: await listImportRows(shop, admin, found.id, filter) }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    async ({ shop, user, params, url, redirect }) => {
      await startImport(shop, requireAdmin(user), params.id ?? "")
      return redirect(url.pathname)
    },
    { guard: requireAdmin },
  )
}

export default function ProductImport() {
  const { found, filter, rows } = useLoaderData<typeof loader>()
  const { counts, status, fileName } = found
  const list: List = { path: `/admin/products/import/${found.id}`, filter }
  const outcomes = (Object.keys(counts) as RowOutcome[]).filter((outcome) => counts[outcome] > 0)
  const all = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const waiting = counts.create + counts.update
  return (
    <AdminPage title={`Import of ${fileName}`} lead={<Link to="/admin/products/import">Import another file</Link>}>
      <dl className="figures">
        {outcomes.map((outcome) => (
          <div key={outcome} className="figure">
            <dt>{outcomeNames[outcome]}</dt>
            <dd>{counts[outcome]}</dd>
          </div>
        ))}
      </dl>
      {status === "running" && <ImportProgress counts={counts} />}
      {status === "judged" && waiting > 0 && (
        <Form method="post">
          <Button>{`Import ${waiting === 1 ? "1 row" : `${waiting} rows`}`}</Button>
        </Form>
      )}
      {status === "judged" && waiting === 0 && <p>There is nothing in this file to be imported.</p>}
      <TableFilter list={list} label="Rows">
        <Choice
          label="Rows"
          name="outcome"
          value={filter.outcome}
          options={outcomes.map((outcome) => ({ value: outcome, label: outcomeNames[outcome] }))}
        />
      </TableFilter>
      <ImportRows rows={rows} list={list} count={filter.outcome ? counts[filter.outcome] : all} />
    </AdminPage>
  )
}
