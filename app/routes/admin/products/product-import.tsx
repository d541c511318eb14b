// /admin/products/import/:id

import type { MetaArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { productRecord } from "~/domain/catalog/product-record"
import { variantRecord } from "~/domain/catalog/variants/variant-record"
import { ImportRowFilter } from "~/domain/product-table/import/import-filter"
import { findImport, listImportRows, startImport } from "~/domain/product-table/import/imports.server"
import { type ImportStatus, outcomeNames, type RowOutcome } from "~/domain/product-table/import/product-import"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { pageMeta } from "~/ui/shell/page-meta"
import { AdminPage } from "../admin-page"
import { TableFilter } from "../tables/table-filter"
import { ImportOrigin } from "./import-origin"
import { ImportProgress } from "./import-progress"
import { ImportRows } from "./import-rows"

/** While the import runs, browsers without scripts reload the page by themselves. */
export function meta({ data, ...page }: MetaArgs<typeof loader>) {
  if (!data) return []
  const refresh = isBusy(data.found.status) ? [{ httpEquiv: "refresh", content: "2" }] : []
  return [...pageMeta(page, { title: `Import of ${data.found.fileName}` }), ...refresh]
}

const isBusy = (status: ImportStatus) => status === "running" || status === "reading"

export const loader = adminPage(productEditing, async ({ shop, actor, id, url }) => {
  const filter = ImportRowFilter.parse(Object.fromEntries(url.searchParams))
  const found = await findImport(shop, actor, id)
  const controls = {
    ...productRecord.controls,
    options: { label: "Options" },
    ...variantRecord.controls,
    picture: { label: "Picture" },
  }
  return { found, filter, rows: await listImportRows(shop, actor, found.id, filter), controls }
})

export const action = adminForm(productEditing, noFields, async ({ shop, actor, id, url, redirect }) => {
  await startImport(shop, actor, id)
  return redirect(url.pathname)
})

export default function ProductImport() {
  const { found, filter, rows, controls } = useLoaderData<typeof loader>()
  const { counts, status, fileName } = found
  const list = { path: paths.productImport(found.id), filter }
  const outcomes = (Object.keys(counts) as RowOutcome[]).filter((outcome) => counts[outcome] > 0)
  const all = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const choices = outcomes.map((outcome) => ({ value: outcome, label: outcomeNames[outcome] }))
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
      {isBusy(status) && <ImportProgress found={found} />}
      {status === "refused" && (
        <Notice tone="bad" title="This file cannot be imported">
          {found.problem}
        </Notice>
      )}
      {found.finishedAt && (
        <p>
          Finished on <DateTime date={found.finishedAt} />
        </p>
      )}
      <ImportOrigin {...found} />
      {found.pictures.failed > 0 && (
        <p>{pluralize(found.pictures.failed, "picture")} could not be fetched: see the first rows.</p>
      )}
      {status === "checked" && waiting > 0 && (
        <PostForm>
          <Button>{`Import ${pluralize(waiting, "row")}`}</Button>
        </PostForm>
      )}
      {status === "checked" && waiting === 0 && <p>There is nothing to import in this file.</p>}
      <TableFilter list={list} label="Rows" filters={[{ name: "outcome", label: "Rows", options: choices }]} />
      <ImportRows controls={controls} rows={rows} list={list} count={filter.outcome ? counts[filter.outcome] : all} />
    </AdminPage>
  )
}
