import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { type ReturnRecord, returnKinds, returnStatuses } from "~/domain/returns/return"
import { Badge } from "~/ui/badge"
import { CalendarDate } from "~/ui/date-time"
import { Lines } from "~/ui/lines"

type ReturnView = Pick<
  ReturnRecord,
  "id" | "kind" | "status" | "createdAt" | "due" | "refusal" | "lines" | "unconfirmed"
>

/** The fields that a customer may read */
export function viewReturns(returns: readonly ReturnRecord[]): ReturnView[] {
  return returns.map(({ id, kind, status, createdAt, due, refusal, lines, unconfirmed }) => {
    return { id, kind, status, createdAt, due, refusal, lines, unconfirmed }
  })
}

interface ReturnListProps {
  returns: readonly ReturnView[]
  linkTo?: (one: ReturnView, words: string) => ReactNode
  /** The address to confirm a withdrawal that was sent without signing in */
  confirmAt?: (one: ReturnView) => string
}

export function ReturnList({ returns, linkTo = (_, words) => words, confirmAt }: ReturnListProps) {
  if (returns.length === 0) return null
  return (
    <section className="stack stack-s" aria-labelledby="returns">
      <h2 id="returns">Returns</h2>
      <ul className="stack stack-s">
        {returns.map((one) => (
          <li key={one.id}>
            {linkTo(one, returnKinds[one.kind])}, <CalendarDate date={one.createdAt} />{" "}
            <Badge tone={returnStatuses[one.status].tone}>{returnStatuses[one.status].label}</Badge>
            {one.lines.length > 0 && (
              <p className="muted">{one.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")}</p>
            )}
            {confirmAt && one.unconfirmed && (
              <p>
                It was sent without signing in. If it is yours, <Link to={confirmAt(one)}>confirm this withdrawal</Link>
                .
              </p>
            )}
            {one.refusal && (
              <p className="muted as-written">
                <Lines text={one.refusal} />
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
