import type { z } from "zod"
import { centsToText } from "~/domain/money/format-money"
import type { RefundRequest } from "~/domain/orders/cancellation/refund-requests.server"
import type { RefundFields } from "~/domain/orders/order-schemas"
import { refundSnapshotOf } from "~/domain/orders/refund-snapshot"
import { formToObject } from "~/http/bodies/field-names"

type RefundInput = z.output<typeof RefundFields>

export function toRefundRequest({ whole, amount, units, restock, reason, ...sent }: RefundInput): RefundRequest {
  const snapshot = refundSnapshotOf(sent)
  return { amount: whole ? "whole" : amount, units, restock: restock === "on", reason, snapshot }
}

/** The form's values for the confirmation page */
export function refundSearchParams({ whole, amount, units, restock, reason, ...sent }: RefundInput): URLSearchParams {
  const query = new URLSearchParams({ snapshot: String(refundSnapshotOf(sent)) })
  if (whole) query.set("whole", whole)
  if (amount !== undefined) query.set("amount", centsToText(amount))
  if (restock) query.set("restock", restock)
  if (reason) query.set("reason", reason)
  for (const [index, { line, quantity }] of units.filter((unit) => unit.quantity > 0).entries()) {
    query.set(`units[${index}].line`, line)
    query.set(`units[${index}].quantity`, String(quantity))
  }
  return query
}

export function refundInputOf(query: URLSearchParams) {
  const data = new FormData()
  for (const [name, value] of query) data.append(name, value)
  return formToObject(data)
}
