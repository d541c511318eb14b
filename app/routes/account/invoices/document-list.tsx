import { Link } from "@remix-run/react"
import { type DocumentRow, documentNames } from "~/domain/invoices/billing-document"
import { formatMoney } from "~/domain/money/format-money"
import { paths } from "~/paths"
import { DayOf } from "~/ui/date-time"

interface DocumentListProps {
  documents: readonly DocumentRow[]
  waiting: boolean
}

export function DocumentList({ documents, waiting }: DocumentListProps) {
  if (documents.length === 0 && !waiting) return null
  return (
    <ul className="stack stack-s">
      {documents.map(({ id, orderId, kind, number, issuedOn, total, currency }) => (
        <li key={id}>
          <Link to={paths.invoice(orderId, id)}>
            {documentNames[kind]} {number}
          </Link>
          , <DayOf day={issuedOn} />, {formatMoney(total, currency)}
        </li>
      ))}
      {waiting && <li className="muted">An invoice or credit note is being written.</li>}
    </ul>
  )
}
