// /admin/users/import/:id

import { Link, useLoaderData } from "@remix-run/react"
import { customerImporting } from "~/domain/accounts/permission"
import {
  type CustomerImportStatus,
  type CustomerOutcome,
  customerOutcomeNames,
} from "~/domain/customers/import/customer-import"
import {
  findCustomerImport,
  listCustomerRows,
  startCustomerImport,
} from "~/domain/customers/import/customer-imports.server"
import { CustomerRowFilter } from "~/domain/customers/import/import-filter"
import { countUsed, describeUse } from "~/domain/customers/import/undo-import.server"
import { countInvitations } from "~/domain/customers/invitations.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { DateTime } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../../admin-page"
import { TableFilter } from "../../tables/table-filter"
import { CustomerRows } from "./customer-rows"
import { FileOrigin } from "./file-origin"
import { ImportProgress } from "./import-progress"

export const meta = title<typeof loader>(({ found }) => `Import of ${found.fileName}`)

const isBusy = (status: CustomerImportStatus) => ["running", "reading", "undoing"].includes(status)

export const loader = adminPage(customerImporting, async ({ shop, actor, id, url }) => {
  const filter = CustomerRowFilter.parse(Object.fromEntries(url.searchParams))
  const found = await findCustomerImport(shop, actor, id)
  const used = found.status === "done" ? await countUsed(shop, found.id) : 0
  return {
    found,
    filter,
    rows: await listCustomerRows(shop, actor, found.id, filter),
    use: used > 0 ? describeUse(used) : "",
    invitations: await countInvitations(shop, actor),
  }
})

export const action = adminForm(
  customerImporting,
  noFields,
  async ({ shop, actor, id, url, redirect }) => {
    await startCustomerImport(shop, actor, id)
    return redirect(url.pathname)
  },
  { proof: "people.import" },
)

export default function CustomerImport() {
  const { found, filter, rows } = useLoaderData<typeof loader>()
  const { counts, status, fileName } = found
  const list = { path: paths.customerImport(found.id), filter }
  const outcomes = (Object.keys(counts) as CustomerOutcome[]).filter((outcome) => counts[outcome] > 0)
  const all = outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)
  const choices = outcomes.map((outcome) => ({ value: outcome, label: customerOutcomeNames[outcome] }))
  return (
    <AdminPage title={`Import of ${fileName}`} lead={<Link to="/admin/users/import">Import another file</Link>}>
      <dl className="figures">
        {outcomes.map((outcome) => (
          <div key={outcome} className="figure">
            <dt>{customerOutcomeNames[outcome]}</dt>
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
      <FileOrigin {...found} />
      <NextSteps />
      <TableFilter list={list} label="Rows" filters={[{ name: "outcome", label: "Rows", options: choices }]} />
      <CustomerRows rows={rows} list={list} count={filter.outcome ? counts[filter.outcome] : all} />
      <p>
        <Link to={paths.importMessages(found.id)} reloadDocument>
          Errors and remarks as CSV
        </Link>
      </p>
    </AdminPage>
  )
}

function NextSteps() {
  const { found, use, invitations } = useLoaderData<typeof loader>()
  const { counts, status } = found
  const waiting = counts.create + counts.merge
  const done = counts.created + counts.merged
  if (status === "checked" && waiting === 0) return <p>There is nothing to import in this file.</p>
  if (status === "checked")
    return (
      <PostForm tool={null}>
        <Button>{`Import ${pluralize(waiting, "customer")}`}</Button>
      </PostForm>
    )
  if (status !== "done") return null
  return (
    <>
      <div className="cluster">
        {invitations.invitable > 0 && (
          <ButtonLink to="/admin/users/invitations">{`Invite ${pluralize(invitations.invitable, "customer")}`}</ButtonLink>
        )}
        {done > 0 && use === "" && (
          <ConfirmLink
            to={paths.undoCustomerImport(found.id)}
            label="Take this import back"
            title="Take this import back?"
            confirm="Take it back"
          >
            <p>{undoConsequence(done)}</p>
          </ConfirmLink>
        )}
      </div>
      {use !== "" && <p className="muted">{use}.</p>}
    </>
  )
}

const undoConsequence = (done: number) =>
  `${pluralize(done, "customer")}: new accounts are deleted, and those that existed before lose what was added.`
