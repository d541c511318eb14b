// /admin/audit

import { Link, useLoaderData } from "@remix-run/react"
import type { Permission } from "~/domain/accounts/permission"
import { type AuditRecord, auditKinds, auditLabel, changesOf, REFUNDS, unnamedActors } from "~/domain/audit/audit"
import { AuditFilter } from "~/domain/dashboard/audit-filter"
import { listAudit, listAuditActors } from "~/domain/dashboard/audit-list.server"
import { orderName } from "~/domain/orders/order"
import { optionsOf } from "~/domain/records/control"
import { type InvalidFilterValues, invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths, recordPaths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { ChangeList } from "../before-after"
import { RecordLink } from "../permitted/permitted"
import { ExportLink, ListPage } from "../tables/list-page"
import { listUrl } from "../tables/list-url"
import { RowButton } from "../tables/row-button"
import { useMay } from "../use-may"
import { auditFieldLabel, formatAuditValue } from "./audit-words.server"

export const meta = title("Audit log")

export const loader = adminPage("audit.see", async (ctx) => {
  const [list, people] = await Promise.all([
    listOrNothing(ctx, AuditFilter, listAudit, { lines: [], count: 0 }, invalidDates),
    listAuditActors(ctx.shop, ctx.actor),
  ])
  const { currency } = ctx.shop.settings.current.pricing
  return { ...list, lines: list.lines.map((line) => ({ ...line, changes: changesInWords(line, currency) })), people }
})

export default function Audit() {
  const { lines, people, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/audit", filter }
  const may = useMay()
  return (
    <ListPage
      title="Audit log"
      actions={<ExportLink list={list} />}
      list={list}
      {...found}
      empty={{ title: "No entries yet", icon: "search" }}
      filters={[
        { name: "person", label: "Person", options: [...people.map(toChoice), ...unnamed] },
        { name: "kind", label: "Kind", options: kinds },
        { name: "from", label: "From", type: "date" },
        { name: "to", label: "To", type: "date" },
        { name: "subject", label: "Order number or ID" },
        { name: "amount", label: "Refunds" },
        { name: "origin", label: "Address or session" },
      ]}
      columns={[
        { key: "when", label: "When", narrow: "plain" },
        { key: "who", label: "Who", narrow: "plain", detail: "origin" },
        { key: "what", label: "What", narrow: "title", detail: "subject" },
        { key: "changes", label: "Changes", narrow: "plain" },
      ]}
      rows={lines.map((line) => ({
        id: String(line.id),
        when: <DateTime date={line.at} />,
        who: <Actor {...line.actor} />,
        origin: <Origin {...line} />,
        what: auditLabel(line.action),
        subject: <Subject line={line} />,
        changes: <Changes {...line} />,
        actions: line.undoable && may(undoing[line.kind] ?? "audit.see") && <Undo line={line} back={listUrl(list)} />,
      }))}
    />
  )
}

/** Also rejects a last day before the first one. */
function invalidDates(url: URL, filter: AuditFilter): InvalidFilterValues {
  const { from, to } = filter
  return { ...invalidFilterValues(url, filter), ...(from && to && to < from && { to }) }
}

const kinds = [
  { value: REFUNDS, label: "Refunds" },
  ...auditKinds.map((kind) => ({ value: kind, label: `${kind.charAt(0).toUpperCase()}${kind.slice(1)}` })),
]

const toChoice = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
const unnamed = optionsOf(unnamedActors)

function Actor({ id, name }: AuditRecord["actor"]) {
  const person = id ?? unnamed.find(({ label }) => label === name)?.value
  return (
    <Link to={paths.auditLog({ person })} aria-label={`What has ${name} done?`}>
      {name}
    </Link>
  )
}

function Origin({ origin, actor: { name } }: AuditRecord) {
  if (!origin) return null
  const { address, session, request } = origin
  return (
    <>
      <Link to={paths.auditLog({ origin: address })} aria-label={`What was done from ${address}?`}>
        {address}
      </Link>
      {session && (
        <>
          ,{" "}
          <Link to={paths.auditLog({ origin: session })} aria-label={`What did ${name} do in this session?`}>
            session
          </Link>
        </>
      )}
      , request {request}
    </>
  )
}

const screens: Partial<Record<AuditRecord["kind"], (id: string) => string>> = {
  ...recordPaths,
  access: recordPaths.user,
}

function Subject({ line: { kind, subjectId, subjectName, orderNumber } }: { line: AuditRecord }) {
  const screenOf = screens[kind]
  const name = [orderNumber && orderName(orderNumber), subjectName ?? subjectId].filter(Boolean).join(", ")
  return screenOf ? <RecordLink to={screenOf(subjectId)}>{name}</RecordLink> : name
}

function changesInWords(line: AuditRecord, currency: string) {
  // The product of a review is part of its name.
  const changes = changesOf(line).filter(({ field }) => field !== "product")
  return changes.map(({ field, before, after }) => ({
    label: auditFieldLabel(field),
    before: before !== null && line.after ? formatAuditValue(field, before, currency) : undefined,
    after: formatAuditValue(field, line.after ? after : before, currency),
  }))
}

function Changes({ changes }: { changes: ReturnType<typeof changesInWords> }) {
  return changes.length === 0 ? <span className="muted">Nothing</span> : <ChangeList changes={changes} />
}

/** The permission required to undo the action */
const undoing: Partial<Record<AuditRecord["kind"], Permission>> = {
  product: "products.edit",
  category: "products.edit",
  order: "orders.delete",
  user: "customers.delete",
  review: "reviews.moderate",
}

function Undo({ line: { kind, subjectId, subjectName }, back }: { line: AuditRecord; back: string }) {
  return (
    <RowButton
      action="/admin/undo"
      fields={{ kind, id: subjectId, back }}
      icon="undo"
      name={`Undo deletion of ${kind} ${subjectName ?? subjectId}`}
    >
      Undo
    </RowButton>
  )
}
