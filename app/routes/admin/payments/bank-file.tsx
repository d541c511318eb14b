// /admin/payments/file/:id

import { Link, useLoaderData } from "@remix-run/react"
import type { BankFile as BankFileData } from "~/domain/bank-files/bank-file"
import { findBankFile, listBankLines } from "~/domain/bank-files/bank-files.server"
import { BankFileStep, BankLineFilter } from "~/domain/bank-files/bank-filters"
import { formatNames, type LineOutcome, lineOutcomes } from "~/domain/bank-files/bank-line"
import { startBooking } from "~/domain/bank-files/book-file.server"
import { chooseColumns, findHeadings } from "~/domain/bank-files/preview-bank-file.server"
import { columnUses } from "~/domain/bank-files/readers/csv-columns"
import { formatIban } from "~/domain/bank-transfer/iban"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { DateTime } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"
import { Refusal } from "~/ui/form/refusal"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { ImportColumns } from "../products/import-columns"
import { RefreshedProgress, ReloadWithoutScripts } from "../refreshed-progress"
import { ListTable } from "../tables/list-table"
import { TableFilter } from "../tables/table-filter"
import { bankLineColumns, bankLineRow } from "./bank-line-rows"

export const meta = title<typeof loader>(({ found }) => `Bank file ${found.fileName}`)

export const loader = adminPage("orders.refund", async ({ shop, actor, id, url }) => {
  const found = await findBankFile(shop, actor, id)
  const filter = { ...BankLineFilter.parse(Object.fromEntries(url.searchParams)), file: found.id }
  const isMapping = found.status === "mapping"
  return {
    found,
    filter: { ...filter, file: "" },
    columns: isMapping ? await findHeadings(shop, actor, found) : null,
    ...(isMapping ? { lines: [], count: 0 } : await listBankLines(shop, actor, filter)),
  }
})

export const action = adminForm("orders.refund", BankFileStep, async ({ shop, actor, id, url, redirect }, sent) => {
  if (sent.step === "columns") await chooseColumns(shop, actor, id, sent.column)
  else await startBooking(shop, actor, id)
  return redirect(url.pathname)
})

const uses = Object.entries(columnUses).map(([value, label]) => ({ value, label }))

export default function BankFile() {
  const { found, columns } = useLoaderData<typeof loader>()
  return (
    <AdminPage title={`Bank file ${found.fileName}`} lead={<Link to="/admin/payments/import">Read another file</Link>}>
      <Refusal id="file" />
      {columns ? (
        <ImportColumns headings={columns.headings} uses={uses} chosen={columns.guessed} similarFormat={null} />
      ) : (
        <Preview />
      )}
      {found.status !== "booking" && <Discard found={found} />}
    </AdminPage>
  )
}

function Preview() {
  const { found, filter, lines, count } = useLoaderData<typeof loader>()
  const list = { path: paths.bankFile(found.id), filter }
  const outcomes = (Object.keys(lineOutcomes) as LineOutcome[]).filter((outcome) => found.counts[outcome])
  return (
    <>
      <p>{describeFile(found)}</p>
      {found.status === "booking" && (
        <>
          <RefreshedProgress words={`Recording: ${pluralize(found.bookable, "payment")} left`} />
          <ReloadWithoutScripts />
        </>
      )}
      {found.finishedAt && (
        <p>
          Recorded on <DateTime date={found.finishedAt} />
        </p>
      )}
      {outcomes.length > 0 && (
        <dl className="facts">
          {outcomes.map((outcome) => (
            <div key={outcome}>
              <dt>
                {lineOutcomes[outcome].label}: {found.counts[outcome]}
              </dt>
              <dd>{lineOutcomes[outcome].meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      {found.status === "checked" && <Confirm found={found} />}
      <TableFilter
        list={list}
        label="Entries"
        search={{ name: "search", label: "Search", placeholder: "Order, sum, payer or text" }}
        filters={[
          {
            name: "outcome",
            label: "Outcome",
            options: outcomes.map((value) => ({ value, label: lineOutcomes[value].label })),
          },
        ]}
      />
      <ListTable
        caption="Entries of the file"
        list={list}
        count={count}
        empty={{ title: "This file has no money that arrived" }}
        columns={bankLineColumns}
        rows={lines.map((line) => bankLineRow(line, list))}
      />
    </>
  )
}

type Found = Pick<BankFileData, "id" | "format" | "accounts" | "outgoing" | "pending" | "bookable">

function describeFile({ format, accounts, outgoing, pending }: Found): string {
  const parts = [
    formatNames[format],
    accounts.length > 0 && `account ${accounts.map(formatIban).join(", ")}`,
    outgoing > 0 &&
      `${pluralize(outgoing, "entry", "entries")} of money that left ${outgoing === 1 ? "is" : "are"} not shown`,
    pending > 0 && `${pluralize(pending, "entry", "entries")} not booked by the bank yet`,
  ]
  return parts.filter(Boolean).join("; ")
}

function Confirm({ found: { bookable } }: { found: Found }) {
  if (bookable === 0) return <p>No entry pays an order exactly. Decide about each of the others below.</p>
  return (
    <PostForm tool={null}>
      <input type="hidden" name="step" value="book" />
      <Button>{`Record ${pluralize(bookable, "matching payment")}`}</Button>
      <p className="muted">All other entries stay as they are until you decide about them, one by one.</p>
    </PostForm>
  )
}

function Discard({ found: { id } }: { found: Found }) {
  return (
    <ConfirmLink
      to={paths.discardBankFile(id)}
      label="Discard this file"
      title="Discard this file?"
      confirm="Discard the file"
    >
      <p>Its entries are removed. It can be read again later.</p>
    </ConfirmLink>
  )
}
