import { type Cents, proportion, sum } from "~/domain/money/money"
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

interface Charges {
  total: Cents
  taxes: readonly DocumentTax[]
}

/**
 * Units have taxes of their own as long as earlier notes leave them; otherwise the amount has its part of each tax that
 * the invoice has left.
 * @param before the earlier credit notes of the invoice
 */
export function chargesOfCredit({ amount, units }: Credit, invoice: Charges, before: readonly Charges[]): Charged {
  const { left, remaining } = subtract(invoice, before)
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

/** Whether the invoice has the taxes of the note left after earlier ones, of which each may have rounded a cent. */
export function isLeftToCredit(note: Charges, invoice: Charges, before: readonly Charges[]): boolean {
  const { left, remaining } = subtract(invoice, before)
  return isWithin(note.taxes, remaining, { amount: note.total, left, rounded: 1 + before.length })
}

function subtract(invoice: Charges, notes: readonly Charges[]): { left: Cents; remaining: DocumentTax[] } {
  const taxes = notes.flatMap((note) => note.taxes)
  return {
    left: invoice.total - sum(notes.map(({ total }) => total)),
    remaining: invoice.taxes.map((tax) => minus(tax, taxes.filter(isSame(tax)))),
  }
}

/** Whether the taxes fit into what remains of each rate, and leave no more of them than there is left to credit. */
function isWithin(
  own: readonly DocumentTax[],
  remaining: readonly DocumentTax[],
  { amount, left, rounded = 0 }: { amount: Cents; left: Cents; rounded?: Cents },
): boolean {
  const rest = remaining.map((tax) => minus(tax, own.filter(isSame(tax))))
  const isKnown = own.every((tax) => remaining.some(isSame(tax)))
  const taxed = (rows: readonly DocumentTax[]) => sum(rows.map((row) => row.net + row.amount))
  // Several taxes of one line count its net amount several times.
  const isLeft = taxed(rest) <= left - amount + rounded * rest.length || taxed(remaining) > left
  return isKnown && isLeft && rest.every((row) => Math.min(row.net, row.amount) >= -rounded)
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
