import { type CustomerRow, customerOutcomeNames } from "~/domain/customers/import/customer-import"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { RecordLink } from "../../permitted/permitted"
import { ListTable } from "../../tables/list-table"
import type { ListQuery } from "../../tables/list-url"
import { consentWords } from "../consent-words"

interface CustomerRowsProps {
  rows: CustomerRow[]
  list: ListQuery
  count: number
}

export function CustomerRows({ rows, list, count }: CustomerRowsProps) {
  return (
    <ListTable
      caption="Rows of the file"
      list={list}
      count={count}
      empty={{ title: "No rows" }}
      columns={[
        { key: "line", label: "Line" },
        { key: "name", label: "Customer", narrow: "title", detail: "email" },
        { key: "outcome", label: "Outcome" },
        { key: "what", label: "What is imported" },
      ]}
      rows={rows.map((row) => ({
        id: String(row.line),
        line: row.line,
        name: isKnown(row) ? <RecordLink to={paths.adminUser(row.userId ?? "")}>{row.name}</RecordLink> : row.name,
        email: row.email,
        outcome: <Badge tone={toneOf(row)}>{customerOutcomeNames[row.outcome]}</Badge>,
        what: <What row={row} />,
      }))}
    />
  )
}

const isKnown = ({ userId, outcome }: CustomerRow) => userId !== null && outcome !== "undone"

function toneOf({ outcome }: CustomerRow) {
  if (outcome === "error" || outcome === "failed" || outcome === "kept") return "bad"
  return outcome === "created" || outcome === "merged" ? "good" : "neutral"
}

/** For an account that existed, only what differs from it */
function What({ row: { fields, before, message, outcome } }: { row: CustomerRow }) {
  const isImported = (key: string) => outcome !== "same" && (before === null || key in before)
  const parts = fields
    ? [
        fields.address && isImported("address") && addressWords(fields.address),
        fields.note && isImported("note") && fields.note,
        fields.consent !== null && isImported("consent") && `marketing emails: ${consentWords(fields)}`,
      ].filter(Boolean)
    : []
  return (
    <>
      {parts.length > 0 && <p>{parts.join("; ")}</p>}
      {message && <p>{message}</p>}
    </>
  )
}

function addressWords({
  address,
  pinCode,
  city,
  state,
  country,
}: NonNullable<NonNullable<CustomerRow["fields"]>["address"]>) {
  return [address, `${pinCode} ${city}`.trim(), state, country].filter(Boolean).join(", ")
}
