import { DAY } from "~/domain/durations"
import { methodName, refundRuleOf } from "./online-methods"

interface PaidOrder {
  /** Null if it is unknown, as for orders from before the shop recorded it */
  method: string | null
  paidAt: Date
}

/** What staff must know before they refund a payment; null for payments that can be refunded freely */
export function refundNote({ method, paidAt }: PaidOrder, now: Date): string | null {
  if (method === null) return null
  const { parts, within, isDeferred } = refundRuleOf(method)
  const paid = `The customer paid by ${methodName(method)}.`
  if (parts === "none") return `${paid} The payment service cannot refund such payments.`
  if (within !== null && daysSince(paidAt, now) > within)
    return `${paid} The payment service refunds such payments for only ${within} days.`
  if (parts === "whole") return `${paid} The payment service refunds such payments only as a whole.`
  return isDeferred ? `${paid} The money arrives some days after the refund, which stays pending until then.` : null
}

interface WantedRefund extends PaidOrder {
  amount: number
  total: number
}

/** Returns why the payment service would refuse a refund, or null. */
export function refundRefusal({ amount, total, ...paid }: WantedRefund, now: Date): string | null {
  const { parts, within } = refundRuleOf(paid.method)
  const isTooLate = within !== null && daysSince(paid.paidAt, now) > within
  if (parts === "any" && !isTooLate) return null
  if (parts === "whole" && !isTooLate && amount === total) return null
  return `${refundNote(paid, now)} Please pay the customer in another way.`
}

function daysSince(moment: Date, now: Date): number {
  return Math.floor((now.getTime() - moment.getTime()) / DAY)
}
