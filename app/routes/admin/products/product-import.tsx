// /admin/products/import/:id

import { Link, useLoaderData } from "@remix-run/react"
import { productEditing } from "~/domain/accounts/permission"
import { productRecord } from "~/domain/catalog/product-record"
import { editedVariantRecord } from "~/domain/catalog/variants/variant-record"
import { answersOf, ImportRowFilter, ImportStep } from "~/domain/product-table/import/import-filter"
import { countImportRows, listImportRows } from "~/domain/product-table/import/import-rows.server"
import { findImport, startImport } from "~/domain/product-table/import/imports.server"
import { answerImport, mapImport } from "~/domain/product-table/import/preview-import.server"
import {
  describeUndo,
  type ImportStatus,
  outcomeNames,
  type ProductImport as ProductImportData,
  type RowOutcome,
  type UnknownHeading,
} from "~/domain/product-table/import/product-import"
import { countUndo } from "~/domain/product-table/import/undo-import.server"
import { ignoredColumns } from "~/domain/product-table/moving-in/sheet"
import type { Shop } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { DateTime } from "~/ui/date-time"
import { Disclosure } from "~/ui/disclosure"
import { PostForm } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { useFormResult } from "~/ui/form/use-form-result"
import { DataTable } from "~/ui/lists/data-table"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { isFiltered, listUrl } from "../tables/list-url"
import { TableFilter } from "../tables/table-filter"
import { ImportColumns } from "./import-columns"
import { ImportOrigin } from "./import-origin"
import { ImportProgress } from "./import-progress"
import { ImportQuestions } from "./import-questions"
import { ImportRows } from "./import-rows"
import { ImportSummary, topicName } from "./import-summary"

export const meta = title<typeof loader>(({ found }) => `Import of ${found.fileName}`)

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
  // While a job writes the rows, the page shows its progress alone: it loads again twice a second.
  const isListed = !isBusy(found.status) && filter.about !== "columns"
  const rows = isListed ? await listImportRows(shop, actor, found.id, filter) : []
  const count = isListed ? await countImportRows(shop, actor, found.id, filter) : 0
  const undo = found.status === "done" ? await countUndo(shop, actor, id) : null
  return { found, filter, columns, rows, count, controls, undo }
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
  const { found, columns, undo } = useLoaderData<typeof loader>()
  const { counts, status, fileName, summary } = found
  const path = paths.productImport(found.id)
  const isSummarized = summary !== null && !isBusy(status)
  const waiting = counts.create + counts.update
  return (
    <AdminPage title={`Import of ${fileName}`} lead={<Link to="/admin/products/import">Import another file</Link>}>
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
      {isSummarized && <ImportSummary found={{ ...found, summary }} path={path} />}
      {columns && found.headings && status === "mapping" && <ImportColumns headings={found.headings} {...columns} />}
      <ImportQuestions {...found} />
      {status === "checked" && waiting > 0 && (
        <PostForm tool={null}>
          <Button>{`Import ${pluralize(waiting, "row")}`}</Button>
        </PostForm>
      )}
      {status === "checked" && waiting === 0 && <p>There is nothing to import in this file.</p>}
      {undo && undo.deleted + undo.restored > 0 && (
        <ConfirmLink
          to={paths.undoProductImport(found.id)}
          label="Take this import back"
          title="Take this import back?"
          confirm="Take it back"
        >
          <p>{describeUndo(undo)}</p>
        </ConfirmLink>
      )}
      {columns && found.headings && status === "checked" && (
        <Disclosure summary="Choose other columns">
          <ImportColumns headings={found.headings} {...columns} />
        </Disclosure>
      )}
      {!isBusy(status) && Object.values(counts).some((count) => count > 0) && <ImportList />}
    </AdminPage>
  )
}

/** The rows behind a number, or all */
function ImportList() {
  const { found, filter, rows, count, controls } = useLoaderData<typeof loader>()
  const { counts, status } = found
  const list = { path: paths.productImport(found.id), filter }
  const outcomes = (Object.keys(counts) as RowOutcome[]).filter((outcome) => counts[outcome] > 0)
  const choices = outcomes.map((outcome) => ({ value: outcome, label: outcomeNames[outcome] }))
  const { page: _, ...conditions } = filter
  const csv = listUrl({ path: paths.exportProductImport(found.id), filter: conditions })
  return (
    <section className="stack" aria-labelledby="rows">
      <div className="section-head">
        <h2 id="rows">{headingOf(filter, status)}</h2>
        <Link to={csv} reloadDocument>
          Download as CSV
        </Link>
      </div>
      {filter.why !== "" && <p>{filter.why}</p>}
      {isFiltered(list) && (
        <p>
          <Link to={`${list.path}#rows`}>Show all rows</Link>
        </p>
      )}
      {filter.about === "columns" ? (
        <IgnoredColumns mapping={found.mapping} />
      ) : (
        <>
          <TableFilter
            list={list}
            label="Rows"
            search={{ name: "search", label: "Name or line" }}
            filters={[{ name: "outcome", label: "Outcome", options: choices }]}
          />
          <ImportRows controls={controls} rows={rows} list={list} count={count} />
        </>
      )}
    </section>
  )
}

function headingOf({ about }: ImportRowFilter, status: ImportStatus): string {
  if (about === "") return "Rows of the file"
  if (about === "products") return "First rows of the products"
  if (about === "columns") return "Columns that are not imported"
  return topicName(about, status)
}

function IgnoredColumns({ mapping }: Pick<ProductImportData, "mapping">) {
  return (
    <DataTable
      caption="Columns that are not imported"
      columns={[
        { key: "heading", label: "Column" },
        { key: "values", label: "First values" },
      ]}
      rows={ignoredColumns(mapping).map(({ heading, samples }, place) => ({
        id: String(place),
        heading,
        values: samples.length > 0 ? samples.map((sample) => `“${sample}”`).join(", ") : "Empty in the first 200 rows",
      }))}
    />
  )
}
