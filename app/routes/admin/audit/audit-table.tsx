import { Link } from "@remix-run/react"
import { type AuditRecord, auditActionNames, changesOf } from "~/domain/audit/audit"
import { BeforeAfter } from "~/routes/admin/before-after"
import { ListTable } from "~/routes/admin/tables/list-table"
import { type ListQuery, listUrl } from "~/routes/admin/tables/list-url"
import { RowButton } from "~/routes/admin/tables/row-button"
import { DateTime } from "~/ui/date-time"
import { auditFieldLabel, formatAuditValue } from "./audit-labels"

interface AuditTableProps {
  lines: AuditRecord[]
  count: number
  list: ListQuery
}

/** The audit log: who did what and when, with the values before and after. Recent deletions can be undone. */
export function AuditTable({ lines, count, list }: AuditTableProps) {
  return (
    <ListTable
      caption="Audit log"
      list={list}
      count={count}
      nothing="Nothing has been done yet"
      columns={[
        { key: "when", label: "When", narrow: "plain" },
        { key: "who", label: "Who", narrow: "plain" },
        { key: "what", label: "What", narrow: "title", detail: "subject" },
        { key: "changes", label: "Changes", narrow: "plain" },
        { key: "actions", label: "Actions", align: "end", narrow: "end" },
      ]}
      rows={lines.map((line) => ({
        id: String(line.id),
        when: <DateTime date={line.at} />,
        who: line.actor.name,
        what: auditActionNames[line.action] ?? line.action,
        subject: <Subject line={line} />,
        changes: <Changes line={line} />,
        actions: line.undoable && <Undo line={line} back={listUrl(list)} />,
      }))}
    />
  )
}

const screens: Partial<Record<AuditRecord["kind"], string>> = {
  product: "/admin/product",
  order: "/admin/order",
  user: "/admin/user",
}

function Subject({ line: { kind, subjectId, subjectName } }: { line: AuditRecord }) {
  const screen = screens[kind]
  const name = subjectName ?? subjectId
  return screen ? <Link to={`${screen}/${subjectId}`}>{name}</Link> : name
}

function Changes({ line }: { line: AuditRecord }) {
  // The product of a review is part of its name.
  const changes = changesOf(line).filter(({ field }) => field !== "product")
  if (changes.length === 0) return <span className="muted">Nothing</span>
  return (
    <ul className="changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {auditFieldLabel(field)}:{" "}
          {before !== null && line.after ? (
            <BeforeAfter before={formatAuditValue(field, before)} after={formatAuditValue(field, after)} />
          ) : (
            formatAuditValue(field, after ?? before)
          )}
        </li>
      ))}
    </ul>
  )
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
