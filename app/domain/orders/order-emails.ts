import { type CurrencyCode, formatMoney } from "~/domain/format-money"
import { type Email, type EmailContent, greet } from "~/domain/mail/email"
import type { OwnerNotification } from "~/domain/mail/owner-emails"
import type { Cents } from "~/domain/money"
import { billLines } from "~/domain/pricing/bill"
import type { Charges } from "~/domain/pricing/quote"
import type { Identity } from "~/domain/shop"
import type { NextStatus } from "./order-status"

/** What an email about an order may tell. */
export interface OrderEmailData extends Charges {
  id: string
  userName: string
  userEmail: string
  /** Units ordered, and units that are in the parcel: not those refunded before it was shipped. */
  lines: { name: string; price: Cents; quantity: number; toSend: number }[]
  currency: CurrencyCode
  /** The address, one line each. */
  address: string[]
  trackingNumber: string | null
}

/** Who cancelled an order: its customer, the shop, or a refund of all of it at the payment service. */
export type CancelledBy = "customer" | "shop" | "refund"

/** What has happened to an order that its customer hears of. */
export type OrderEvent =
  | { kind: "order-confirmed" | `order-${Lowercase<NextStatus>}` }
  | {
      kind: "order-cancelled"
      by: CancelledBy
      /** What goes back; with a refund of all of it, all that was paid. */
      amount: Cents
      /** The shop's own words. */
      reason?: string
    }
  | { kind: "order-refunded"; amount: Cents }

export function orderEmail(identity: Identity, order: OrderEmailData, event: OrderEvent): Email {
  return {
    kind: event.kind,
    greeting: greet(order.userName),
    action: { label: "Show your order", path: `/order/${order.id}` },
    afterwards: [`Order ${order.id}`],
    ...contentOf(identity, order, event),
  }
}

function contentOf(
  { name, email }: Identity,
  order: OrderEmailData,
  event: OrderEvent,
): Pick<EmailContent, "subject" | "paragraphs" | "lines" | "afterwards"> {
  const address = order.address.join(", ")
  switch (event.kind) {
    case "order-confirmed":
      return {
        subject: `Your ${name} order is confirmed`,
        paragraphs: [
          "Thank you for your order. It is paid, and we are packing it now. We will write again when it ships.",
        ],
        lines: [...lineRows(order), ...chargeRows(order)],
        afterwards: [`It will be sent to: ${address}.`, `Order ${order.id}`],
      }
    case "order-shipped":
      return {
        subject: `Your ${name} order is on its way`,
        paragraphs: [
          `We have shipped your order to: ${address}.`,
          ...(order.trackingNumber ? [`Its tracking number is ${order.trackingNumber}.`] : []),
          ...(order.lines.some(({ quantity, toSend }) => toSend < quantity)
            ? ["The items we have refunded are not in the parcel."]
            : []),
        ],
        lines: lineRows(parcelOf(order)),
      }
    case "order-delivered":
      return {
        subject: `Your ${name} order was delivered`,
        paragraphs: [
          "Your order has arrived. We hope you like everything.",
          `If something is wrong, or if you have not received it, write to ${email}.`,
        ],
        lines: lineRows(parcelOf(order)),
      }
    case "order-cancelled": {
      const { by, amount, reason } = event
      const full = by === "refund" ? "the full " : ""
      return {
        subject: `Your ${name} order is cancelled`,
        paragraphs: [
          cancellationSentences[by],
          ...(reason ? [reason] : []),
          ...(amount > 0 ? [refundSentence(`${full}${formatMoney(amount, order.currency)}`)] : []),
        ],
        lines: lineRows(order),
      }
    }
    case "order-refunded":
      return {
        subject: `Your refund from ${name}`,
        paragraphs: [refundSentence(`${formatMoney(event.amount, order.currency)} of your order`)],
        lines: [{ label: "Refund", value: formatMoney(event.amount, order.currency), strong: true }],
      }
  }
}

/** What the owner hears of a new order. */
export function newOrderNotification(order: OrderEmailData): OwnerNotification {
  return {
    summary: `New order: ${formatMoney(order.totals.total, order.currency)} from ${order.userName}`,
    paragraphs: [
      `${order.userName} (${order.userEmail}) has placed and paid for an order.`,
      `It will be sent to: ${order.address.join(", ")}.`,
    ],
    lines: [...lineRows(order), ...chargeRows(order)],
    action: { label: `Open order ${order.id}`, path: `/admin/order/${order.id}` },
  }
}

const cancellationSentences: Record<CancelledBy, string> = {
  customer: "As you asked, we have cancelled your order.",
  shop: "We are sorry: we had to cancel your order.",
  refund: "Your order was refunded in full before it was sent, so it is cancelled.",
}

/** @param what the amount, and of what it is a part */
export function refundSentence(what: string): string {
  return `We are refunding ${what} to the card you paid with. It can take up to ten days to appear on your statement.`
}

/** What is in the parcel of an order, which may be less than was ordered. */
function parcelOf({ lines, currency }: OrderEmailData): Pick<OrderEmailData, "lines" | "currency"> {
  return {
    currency,
    lines: lines.filter(({ toSend }) => toSend > 0).map((line) => ({ ...line, quantity: line.toSend })),
  }
}

function lineRows({ lines, currency }: Pick<OrderEmailData, "lines" | "currency">) {
  return lines.map(({ name, price, quantity }) => ({
    label: quantity === 1 ? name : `${quantity} × ${name}`,
    value: formatMoney(price * quantity, currency),
  }))
}

function chargeRows(order: OrderEmailData) {
  return billLines(order).map(({ kind, label, amount }) => ({
    label,
    value: kind === "shipping" && amount === 0 ? "Free" : formatMoney(amount, order.currency),
    ...(kind === "total" && { strong: true }),
  }))
}
