import { type Cents, proportion } from "~/domain/money/money"
import type { CreditedUnits } from "~/domain/orders/order"
import { billLines } from "~/domain/pricing/bill"
import {
  type Agreement,
  type ChargedLine,
  chargesOf,
  type TaxedPart,
  type UntaxedReason,
} from "~/domain/pricing/charges"
import { partsOfUnits } from "~/domain/pricing/credited-parts"
import { taxedPartsOf, taxRowsOf } from "~/domain/pricing/taxed-parts"
import type { DocumentContents, DocumentTax } from "./billing-document"

type Charged = Pick<DocumentContents, "lines" | "bill" | "taxes" | "parts">

/** The reason that a document prints for untaxed parts */
export type UntaxedTexts = Record<UntaxedReason, string>

/** @param place where an order is taxed, such as `Oregon, United States`, or null for orders collected at the shop */
export function untaxedTexts(place: string | null): UntaxedTexts {
  return {
    class: "Goods that are not taxed",
    place:
      place === null
        ? "No tax is charged on what is collected"
        : `No tax is charged at the place of delivery: ${place}`,
    shipping: "Shipping is not taxed",
  }
}

export function chargesOfInvoice(
  lines: readonly (ChargedLine & { id: string; name: string })[],
  agreement: Agreement,
  texts: UntaxedTexts,
): Charged {
  return {
    lines: lines.map(({ id, name, price, quantity }) => ({ id, name, price, quantity, amount: price * quantity })),
    bill: billLines(chargesOf(lines, agreement)),
    ...taxesOf(taxedPartsOf(lines, agreement), texts),
  }
}

/** Lists units, unless the refund is of an amount or includes other things. */
export function chargesOfCredit(
  { amount, units }: { amount: Cents; units: readonly CreditedUnits[] | null },
  parts: TaxedPart[],
  { isWhole, texts }: { isWhole: boolean; texts: UntaxedTexts },
): Charged {
  const isOfUnits = partsOfUnits({ amount, units }) !== null
  const named = (isOfUnits && units) || [
    { line: "", name: isWhole ? "The whole order" : "Part of the order", quantity: 1, amount },
  ]
  return {
    lines: named.map(({ line, name, quantity, amount }) => {
      return { id: line, name, quantity, price: proportion(amount, 1, quantity), amount }
    }),
    bill: [{ kind: "total", label: "Total", amount }],
    ...taxesOf(parts, texts),
  }
}

function taxesOf(parts: TaxedPart[], texts: UntaxedTexts): { taxes: DocumentTax[]; parts: TaxedPart[] } {
  const taxes = taxRowsOf(parts).map(({ untaxedReason, ...row }) =>
    untaxedReason ? { ...row, reason: texts[untaxedReason] } : row,
  )
  return { taxes, parts }
}
