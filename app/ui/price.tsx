import { type Cents, centsToText, formatCents } from "~/domain/money"

export function Price({ cents }: { cents: Cents }) {
  return (
    <data className="price" value={centsToText(cents)}>
      {formatCents(cents)}
    </data>
  )
}
