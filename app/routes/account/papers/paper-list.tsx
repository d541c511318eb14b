import { Link } from "@remix-run/react"
import { formatMoney } from "~/domain/format-money"
import { type PaperRow, paperNames } from "~/domain/papers/paper"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"

interface PaperListProps {
  papers: readonly PaperRow[]
  waiting: boolean
}

export function PaperList({ papers, waiting }: PaperListProps) {
  if (papers.length === 0 && !waiting) return null
  return (
    <ul className="stack stack-s">
      {papers.map(({ id, orderId, kind, number, issuedAt, total, currency }) => (
        <li key={id}>
          <Link to={paths.paper(orderId, id)}>
            {paperNames[kind]} {number}
          </Link>
          , <CalendarDate date={issuedAt} />, {formatMoney(total, currency)}
        </li>
      ))}
      {waiting && <li className="muted">An invoice or credit note is being written.</li>}
    </ul>
  )
}
