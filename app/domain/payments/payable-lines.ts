import type { Cents } from "../money"
import { billLines } from "../pricing/bill"
import { amountOf, type ChargedLine, type Charges } from "../pricing/charges"

interface PayableLine {
  name: string
  price: Cents
  quantity: number
}

/** What a gateway lists, which takes no negative lines: discounts are taken off, and the lines add up to the total. */
export function payableLines(charges: Charges & { lines: readonly (ChargedLine & { name: string })[] }): PayableLine[] {
  const added = billLines(charges).filter(({ kind, amount }) => (kind === "shipping" || kind === "tax") && amount > 0)
  return [
    ...charges.lines.flatMap(unitsOf),
    ...added.map(({ label, amount }) => ({ name: label, price: amount, quantity: 1 })),
  ]
}

/** Where a discount leaves no whole cents for each unit, some cost a cent more. */
function unitsOf(line: ChargedLine & { name: string }): PayableLine[] {
  const { name, quantity } = line
  const amount = amountOf(line)
  const [price, dearer] = [Math.floor(amount / quantity), amount % quantity]
  const lines = [
    { name, price, quantity: quantity - dearer },
    { name, price: price + 1, quantity: dearer },
  ]
  return lines.filter((one) => one.quantity > 0)
}
