import { Link } from "@remix-run/react"
import { type BankLine, lineOutcomes, lineStatuses } from "~/domain/bank-files/bank-line"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { DayOf } from "~/ui/date-time"
import { RecordLink } from "../permitted/permitted"
import { type ListQuery, withReturnPath } from "../tables/list-url"

export const bankLineColumns = [
  { key: "payer", label: "Payer", narrow: "title" as const, detail: "text" },
  { key: "day", label: "Booked", narrow: "plain" as const },
  { key: "order", label: "Order", narrow: "plain" as const },
  { key: "outcome", label: "Outcome", narrow: "plain" as const },
  { key: "amount", label: "Amount", align: "end" as const, narrow: "end" as const },
]

export function bankLineRow(line: BankLine, list: ListQuery) {
  const { id, payerName, bookedOn, reference, text, orderId, orderNumber, amount, currency, kind } = line
  return {
    id,
    payer: <Link to={withReturnPath(paths.bankLine(id), list)}>{payerName || "Unknown payer"}</Link>,
    text: <bdi>{[reference, text].filter(Boolean).join(" · ")}</bdi>,
    day: <DayOf day={bookedOn} />,
    order:
      orderId && orderNumber !== null ? (
        <RecordLink to={paths.adminOrder(orderId)}>{orderName(orderNumber)}</RecordLink>
      ) : (
        "–"
      ),
    outcome: <LineState line={line} />,
    amount: formatMoney(kind === "reversal" ? -amount : amount, currency),
  }
}

/** What was decided about an entry, or else what was found out */
export function LineState({ line: { status, outcome } }: { line: Pick<BankLine, "status" | "outcome"> }) {
  const { tone, label } = status === "open" ? lineOutcomes[outcome] : lineStatuses[status]
  return <Badge tone={tone}>{label}</Badge>
}
