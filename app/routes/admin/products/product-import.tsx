// /admin/products/import/:id

import type { MetaArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { productRecord } from "~/domain/catalog/product-record"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"
import { answersOf, ImportRowFilter, ImportStep } from "~/domain/product-table/import/import-filter"
import { findImport, listImportRows, startImport } from "~/domain/product-table/import/imports.server"
import { answerImport, mapImport } from "~/domain/product-table/import/preview-import.server"
import {
  type ImportStatus,
  outcomeNames,
  type RowOutcome,
  type UnknownHeading,
} from "~/domain/product-table/import/product-import"
import type { Shop } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { Disclosure } from "~/ui/disclosure"
import { PostForm } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { useFormResult } from "~/ui/form/use-form-result"
import { Notice } from "~/ui/notice"
import { pageMeta } from "~/ui/shell/page-meta"
import { AdminPage } from "../admin-page"
import { TableFilter } from "../tables/table-filter"
import { ImportColumns } from "./import-columns"
import { ImportOrigin } from "./import-origin"
import { ImportProgress } from "./import-progress"
import { ImportQuestions } from "./import-questions"
import { ImportRows } from "./import-rows"

/** While the import runs, browsers without scripts reload the page by themselves. */
export function meta({ data, ...page }: MetaArgs<typeof loader>) {
  if (!data) return []
  const refresh = isBusy(data.found.status) ? [{ httpEquiv: "refresh", content: "2" }] : []
  return [...pageMeta(page, { title: `Import of ${data.found.fileName}` }), ...refresh]
}

const isBusy = (status: ImportStatus) => ["running", "reading", "undoing"].includes(status)

export const loader = adminPage(productEditing, async ({ shop, actor, id, url }) => {
  const filter = ImportRowFilter.parse(Object.fromEntries(url.searchParams))
  const found = await findImport(shop, actor, id)
  const controls = {
    ...productRecord.controls,
    options: { label: "Options" },
    ...editedVariantRecord.controls,
    picture: { label: "Picture" },
  }
  const isMapped = found.headings !== null && (found.status === "mapping" || found.status === "checked")
  const columns = isMapped ? await columnChoices(shop, found.headings ?? []) : null
  return { found, filter, columns, rows: await listImportRows(shop, actor, found.id, filter), controls }
})

async function columnChoices(shop: Shop, headings: readonly UnknownHeading[]) {
  const { chooseColumns } = await import("~/domain/product-table/import/choose-columns.server")
  return chooseColumns(shop, headings)
}

export const action = adminForm(productEditing, ImportStep, async ({ shop, actor, id, url, redirect }, sent) => {
  if (sent.step === "answers") await answerImport(shop, actor, id, answersOf(sent))
  else if (sent.step === "columns") await mapImport(shop, actor, id, sent.column)
  else await startImport(shop, actor, id)
  return redirect(url.pathname)
})

export default function ProductImport() {
  const { found, filter, columns, rows, controls } = useLoaderData<typeof loader>()
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
          {status === "undone" ? "Taken back on" : "Finished on"} <DateTime date={found.finishedAt} />
        </p>
      )}
      <Refusal id="import" result={useFormResult<typeof action>()} />
      <ImportOrigin {...found} />
      {columns && found.headings && status === "mapping" && <ImportColumns headings={found.headings} {...columns} />}
      <ImportQuestions {...found} />
      {found.pictures.failed > 0 && (
        <p>{pluralize(found.pictures.failed, "picture")} could not be fetched: see the first rows.</p>
      )}
      {status === "checked" && waiting > 0 && (
        <PostForm>
          <Button>{`Import ${pluralize(waiting, "row")}`}</Button>
        </PostForm>
      )}
      {status === "checked" && waiting === 0 && <p>There is nothing to import in this file.</p>}
      {status === "done" && counts.created > 0 && (
        <p>
          <Link to={paths.undoProductImport(found.id)}>Take this import back</Link>
        </p>
      )}
      {columns && found.headings && status === "checked" && (
        <Disclosure summary="Choose other columns">
          <ImportColumns headings={found.headings} {...columns} />
        </Disclosure>
      )}
      {all > 0 && (
        <TableFilter list={list} label="Rows" filters={[{ name: "outcome", label: "Rows", options: choices }]} />
      )}
      {all > 0 && (
        <ImportRows controls={controls} rows={rows} list={list} count={filter.outcome ? counts[filter.outcome] : all} />
      )}
    </AdminPage>
  )
}
