import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { useFormatMoney } from "./currency"

export function Price({ cents }: { cents: Cents }) {
  const formatMoney = useFormatMoney()
  return (
    <data className="price" value={centsToText(cents)}>
      {formatMoney(cents)}
    </data>
  )
}
