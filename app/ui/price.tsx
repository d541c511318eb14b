import { baseNames, type UnitPrice as UnitPriceView, unitPriceText } from "~/domain/catalog/measures/shown-unit-price"
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

/** The price of a kilogram, a litre and so on */
export function UnitPrice({ of }: { of: UnitPriceView }) {
  const formatMoney = useFormatMoney()
  const tenths = Number.isInteger(of.price) ? "" : unitPriceText(of).slice(-1)
  return (
    <span className="unit-price">
      <data value={unitPriceText(of)}>
        {formatMoney(Math.floor(of.price))}
        {tenths}
      </data>{" "}
      per {baseNames[of.per]}
    </span>
  )
}
