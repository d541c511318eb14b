import { isDeepStrictEqual } from "node:util"
import { type Cents, proportion, sum } from "../money"
import type { CreditedUnits } from "../orders/order"
import { billLines } from "../pricing/bill"
import { type Agreement, amountOf, type ChargedLine, chargesOf, includedTax, type Tax } from "../pricing/charges"
import type { DocumentContents, DocumentTax } from "./billing-document"

type Charged = Pick<DocumentContents, "lines" | "bill" | "taxes">

export function chargesOfInvoice(
  lines: readonly (ChargedLine & { id: string; name: string })[],
  agreement: Agreement,
): Charged {
  const { totals, shippingTaxes } = agreement
  const taxed = [
    ...lines.map((line) => ({ net: amountOf(line) - includedTax(line.taxes), taxes: line.taxes })),
    { net: totals.shipping - includedTax(shippingTaxes), taxes: shippingTaxes },
  ]
  return {
    lines: lines.map(({ id, name, price, quantity }) => ({ id, name, price, quantity, amount: price * quantity })),
    bill: billLines(chargesOf(lines, agreement)),
    taxes: taxesByRate(taxed),
  }
}

/** A refund of units at their share of the order, or of an amount */
interface Credit {
  amount: Cents
  units: readonly CreditedUnits[] | null
}

/**
 * Units have taxes of their own as long as earlier notes leave them; otherwise the amount has its part of each tax that
 * the invoice has left.
 * @param before the earlier credit notes of the invoice
 */
export function chargesOfCredit(
  { amount, units }: Credit,
  invoice: { total: Cents; taxes: readonly DocumentTax[] },
  before: readonly { total: Cents; taxes: readonly DocumentTax[] }[],
): Charged {
  const left = invoice.total - sum(before.map(({ total }) => total))
  const remaining = invoice.taxes.map((tax) =>
    minus(
      tax,
      before.flatMap(({ taxes }) => taxes.filter(isSame(tax))),
    ),
  )
  const share = (cents: Cents) => proportion(Math.max(cents, 0), Math.min(amount, left), left)
  const isOfUnits = units !== null && units.length > 0 && sum(units.map((unit) => unit.amount)) === amount
  const lines = isOfUnits
    ? units.map(({ line, name, quantity, amount }) => ({
        id: line,
        name,
        quantity,
        price: proportion(amount, 1, quantity),
        amount,
      }))
    : [
        {
          id: "",
          name: amount === invoice.total ? "The whole order" : "Part of the order",
          quantity: 1,
          price: amount,
          amount,
        },
      ]
  const own = isOfUnits
    ? taxesByRate(units.map(({ amount, taxes }) => ({ net: amount - sum(taxes.map((tax) => tax.amount)), taxes })))
    : null
  const isOwn = own !== null && amount < left && isWithin(own, remaining, { amount, left })
  return {
    lines,
    bill: [{ kind: "total", label: "Total", amount }],
    taxes: isOwn ? own : remaining.map((tax) => ({ ...tax, net: share(tax.net), amount: share(tax.amount) })),
  }
}

/** Whether two credits are of the same units or amount, and their taxes differ by a few cents of rounding at most. */
export function isSameCredit(one: Charged, other: Charged, maxRounding: Cents): boolean {
  const isOfSame = isDeepStrictEqual([one.lines, one.bill], [other.lines, other.bill])
  const taxes = [...one.taxes, ...other.taxes.map((tax) => ({ ...tax, net: -tax.net, amount: -tax.amount }))]
  const differences = taxes.map((tax) => minus({ ...tax, net: 0, amount: 0 }, taxes.filter(isSame(tax))))
  return isOfSame && differences.every(({ net, amount }) => Math.max(Math.abs(net), Math.abs(amount)) <= maxRounding)
}

/** Whether the taxes fit into what remains of each rate, and leave no more of them than there is left to credit. */
function isWithin(
  own: readonly DocumentTax[],
  remaining: readonly DocumentTax[],
  { amount, left }: { amount: Cents; left: Cents },
): boolean {
  const rest = remaining.map((tax) => minus(tax, own.filter(isSame(tax))))
  const isKnown = own.every((tax) => remaining.some(isSame(tax)))
  const taxed = (rows: readonly DocumentTax[]) => sum(rows.map((row) => row.net + row.amount))
  // Several taxes of one line count its net amount several times.
  const isLeft = taxed(rest) <= left - amount || taxed(remaining) > left
  return isKnown && isLeft && rest.every((row) => row.net >= 0 && row.amount >= 0)
}

const isSame = (tax: Pick<Tax, "name" | "rate">) => (other: Pick<Tax, "name" | "rate">) =>
  other.name === tax.name && other.rate === tax.rate

function minus(tax: DocumentTax, earlier: readonly DocumentTax[]): DocumentTax {
  return {
    ...tax,
    net: tax.net - sum(earlier.map(({ net }) => net)),
    amount: tax.amount - sum(earlier.map(({ amount }) => amount)),
  }
}

function taxesByRate(taxed: readonly { net: Cents; taxes: readonly Tax[] }[]): DocumentTax[] {
  const byRate: DocumentTax[] = []
  for (const { net, taxes } of taxed) {
    for (const { name, rate, amount } of taxes) {
      const known = byRate.find(isSame({ name, rate }))
      if (!known) byRate.push({ name, rate, net, amount })
      else {
        known.net += net
        known.amount += amount
      }
    }
  }
  return byRate
}
