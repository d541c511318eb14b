import { formatMoney } from "~/domain/money/format-money"
import { type Cents, sum } from "~/domain/money/money"
import { conflict, invalid } from "~/domain/shop-error"
import { type LockedOrder, leftToRefund } from "../lock-order.server"
import { type CreditedUnits, creditOfUnits, nothingToRefund, priceOfUnits, type ReturnedUnits } from "../order"
import { isCancellable } from "../order-status"
import type { RefundRequest } from "./refund-requests.server"
import type { SoldLine } from "./sale.server"

/** The planned number of units of an order line that return to stock, or do not */
export interface ReturnedParts {
  line: string
  restocked: number
  writtenOff: number
}

export interface PlannedUnits extends ReturnedParts {
  variantId: string
  /** Restocked units that had been written off before */
  recovered: number
}

/** The refund of an order, and its units that return to stock */
export interface RefundPlan {
  amount: Cents
  units: readonly PlannedUnits[]
  /** The price of the units; null if the amount is another */
  credited: CreditedUnits[] | null
  /** Whether the units are written off only as long as the refund has not failed */
  isProvisional: boolean
  /** Whether it pays back money only, and leaves the amount that is still due */
  isOfPayments?: boolean
  /** The action after the refund has been sent. A cancellation has already notified the customer. */
  next: "cancel" | "report" | "nothing"
}

export interface Sold {
  order: Pick<LockedOrder, "status" | "total_price" | "refunded_amount" | "currency">
  lines: readonly SoldLine[]
}

/** @throws ShopError `invalid`, and `conflict` after another refund */
export function planRefund({ order, lines }: Sold, request: RefundRequest): RefundPlan {
  const { amount: wanted, units = [], restock = false, snapshot } = request
  if (snapshot !== undefined && snapshot !== order.refunded_amount)
    throw conflict("This order has since been refunded: please check it again")
  const left = leftToRefund(order)
  if (left === 0) throw invalid(nothingToRefund(order.total_price))
  const amount = wanted === "whole" ? left : (wanted ?? Math.min(left, priceOf(lines, units)))
  if (amount < 1) throw invalid("Enter an amount, or how many units are returned", "amount")
  if (amount > left) throw invalid(`At most ${formatMoney(left, order.currency)} can still be refunded`, "amount")
  if (restock && wanted !== "whole" && sum(units.map(({ quantity }) => quantity)) === 0)
    throw invalid("Enter how many units go back into stock", "units")
  const cancels = isCancellable(order) && amount === left
  const named = wanted === "whole" ? [] : planUnits(lines, units.map(toParts(restock)))
  const isWhole = wanted === "whole" || (cancels && !restock)
  return {
    amount,
    units: isWhole
      ? planUnits(lines, lines.map(restOf(restock ? unreturned : outstanding)).map(toParts(restock)))
      : named,
    credited: wanted === undefined ? creditOfUnits(lines, units) : null,
    isProvisional: true,
    next: cancels ? "cancel" : "report",
  }
}

export function planCancellation({ order, lines }: Sold, restock: boolean): RefundPlan {
  const units = planUnits(lines, lines.map(restOf(outstanding)).map(toParts(restock)))
  return { amount: leftToRefund(order), units, credited: null, isProvisional: false, next: "nothing" }
}

/**
 * Plans the refund of a return or a withdrawal, which stays booked if the refund fails.
 * @param amount by default the price of the units, up to the outstanding amount
 */
export function planReturn({ order, lines }: Sold, parts: readonly ReturnedParts[], amount?: Cents): RefundPlan {
  const left = leftToRefund(order)
  const credited = creditOfUnits(lines, parts.map(toUnits))
  const price = sum(credited.map((units) => units.amount))
  const planned = amount ?? Math.min(left, price)
  return {
    amount: planned,
    units: planUnits(lines, parts),
    credited,
    isProvisional: false,
    next: isCancellable(order) && planned === left ? "cancel" : "report",
  }
}

export const outstanding = (line: CountedLine) => unreturned(line) - line.writtenOffQuantity
const unreturned = ({ quantity, returnedQuantity }: CountedLine) => quantity - returnedQuantity

type CountedLine = Pick<SoldLine, "quantity" | "returnedQuantity" | "writtenOffQuantity">

const restOf = (count: (line: CountedLine) => number) => (line: SoldLine) => ({ line: line.id, quantity: count(line) })

export const toParts =
  (restock: boolean) =>
  ({ line, quantity }: ReturnedUnits): ReturnedParts =>
    restock ? { line, restocked: quantity, writtenOff: 0 } : { line, restocked: 0, writtenOff: quantity }

export const toUnits = ({ line, restocked, writtenOff }: ReturnedParts): ReturnedUnits => ({
  line,
  quantity: restocked + writtenOff,
})

export const countRestocked = (units: readonly ReturnedParts[]) => sum(units.map(({ restocked }) => restocked))

/** Units that were written off can be restocked, which ends the write-off. @throws ShopError `invalid` */
function planUnits(lines: readonly SoldLine[], parts: readonly ReturnedParts[]): PlannedUnits[] {
  if (new Set(parts.map(({ line }) => line)).size < parts.length)
    throw invalid("Please list each item only once", "units")
  return parts.flatMap((part) => {
    const line = lines.find(({ id }) => id === part.line)
    if (!line) throw invalid("This order has no such item", "units")
    const { restocked, writtenOff } = part
    if (restocked > unreturned(line))
      throw invalid(`Only ${unreturned(line)} of ${line.name} can still be returned to stock`, "units")
    const left = Math.max(0, outstanding(line) - restocked)
    if (writtenOff > left) throw invalid(`Only ${left} of ${line.name} can still be refunded`, "units")
    if (restocked + writtenOff === 0) return []
    return [{ ...part, variantId: line.variantId, recovered: Math.max(0, restocked - outstanding(line)) }]
  })
}

function priceOf(lines: readonly SoldLine[], units: readonly ReturnedUnits[]): Cents {
  for (const { line: id, quantity } of units) {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("This order has no such item", "units")
    if (quantity > line.quantity) throw invalid(`Only ${line.quantity} of ${line.name} were ordered`, "units")
  }
  const price = priceOfUnits(lines, units)
  const named = lines.find(({ id }) => units.some(({ line, quantity }) => line === id && quantity > 0))
  if (named && price === 0) throw invalid(`Only 0 of ${named.name} can still be refunded`, "units")
  return price
}
