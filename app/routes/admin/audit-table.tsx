import { Form, Link } from "@remix-run/react"
import { type AuditLine, auditActionNames, changesOf } from "~/domain/audit/audit"
import { Button } from "~/ui/button"
import { When } from "~/ui/when"
import { nameOfFact, showAudited } from "./audit-words"
import { Changed } from "./changed"
import { type List, listPath } from "./list-address"
import { ListTable } from "./list-table"

interface AuditTableProps {
  lines: AuditLine[]
  count: number
  list: List
}

/** Who did what, when, and what it was like before and after; what was deleted lately can be brought back. */
export function AuditTable({ lines, count, list }: AuditTableProps) {
  return (
    <ListTable
      caption="Audit log"
      list={list}
      count={count}
      nothing="Nothing has been done yet"
      columns={[
        { key: "when", label: "When" },
        { key: "who", label: "Who" },
        { key: "what", label: "What" },
        { key: "changes", label: "Changes" },
        { key: "actions", label: "Actions", align: "end" },
      ]}
      rows={lines.map((line) => ({
        id: String(line.id),
        when: <When date={line.at} />,
        who: line.actor.name,
        what: <What line={line} />,
        changes: <Changes line={line} />,
        actions: line.undoable && <Undo line={line} back={listPath(list)} />,
      }))}
    />
  )
}

const screens: Partial<Record<AuditLine["kind"], string>> = {
  product: "/admin/product",
  order: "/admin/order",
  user: "/admin/user",
}

function What({ line: { action, kind, subjectId } }: { line: AuditLine }) {
  const screen = screens[kind]
  return (
    <div>
      {auditActionNames[action] ?? action}
      <p className="muted">{screen ? <Link to={`${screen}/${subjectId}`}>{subjectId}</Link> : subjectId}</p>
    </div>
  )
}

function Changes({ line }: { line: AuditLine }) {
  const changes = changesOf(line)
  if (changes.length === 0) return <span className="muted">Nothing</span>
  return (
    <ul className="changes">
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          {nameOfFact(field)}:{" "}
          {line.before && line.after ? (
            <Changed before={showAudited(field, before)} after={showAudited(field, after)} />
          ) : (
            showAudited(field, after ?? before)
          )}
        </li>
      ))}
    </ul>
  )
}

function Undo({ line: { kind, subjectId }, back }: { line: AuditLine; back: string }) {
  return (
    <Form method="post" action="/admin/undo" preventScrollReset>
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="id" value={subjectId} />
      <input type="hidden" name="back" value={back} />
      <Button variant="secondary" small icon="undo" aria-label={`Undo deletion of ${kind} ${subjectId}`}>
        Undo
      </Button>
    </Form>
  )
}
