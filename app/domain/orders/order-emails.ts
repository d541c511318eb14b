import type { OwnerNotification } from "~/domain/mail/owner-emails"
import { greet, type RenderedEmail, renderEmail } from "~/domain/mail/render-email"
import { type Cents, formatCents, type Totals, totalLines } from "~/domain/money"
import type { Identity } from "~/domain/shop"

/** What an email about an order may tell. */
export interface OrderEmailData {
  id: string
  userName: string
  lines: { name: string; price: Cents; quantity: number }[]
  /** How many units were refunded before the order was shipped, and are not in the parcel. */
  refundedUnits: number
  totals: Totals
  /** The address, one line each. */
  address: string[]
  trackingNumber: string | null
}

/** Who cancelled an order: its customer, the shop, or a refund of all of it at the payment service. */
export type CancelledBy = "customer" | "shop" | "refund"

interface CancellationEmailData {
  by: CancelledBy
  /** What goes back, in cents; with a refund of all of it, all that was paid. */
  amount: Cents
  /** The shop's own words. */
  reason?: string
}

export function orderConfirmedEmail(identity: Identity, order: OrderEmailData): RenderedEmail {
  return renderEmail(identity, {
    subject: `Your ${identity.name} order is confirmed`,
    greeting: greet(order.userName),
    paragraphs: ["Thank you for your order. It is paid, and we are packing it now. We will write again when it ships."],
    lines: [...lineRows(order), ...totalRows(order.totals)],
    action: orderLink(order),
    afterwards: [`It will be sent to: ${order.address.join(", ")}.`, `Order ${order.id}`],
  })
}

/** What the owner hears of a new order. */
export function newOrderNotification(order: OrderEmailData, email: string): OwnerNotification {
  return {
    summary: `New order: ${formatCents(order.totals.total)} from ${order.userName}`,
    paragraphs: [
      `${order.userName} (${email}) has placed and paid for an order.`,
      `It will be sent to: ${order.address.join(", ")}.`,
    ],
    lines: [...lineRows(order), ...totalRows(order.totals)],
    action: { label: `Open order ${order.id}`, path: `/admin/order/${order.id}` },
  }
}

export function orderShippedEmail(identity: Identity, order: OrderEmailData): RenderedEmail {
  const tracking = order.trackingNumber ? [`Its tracking number is ${order.trackingNumber}.`] : []
  return renderEmail(identity, {
    subject: `Your ${identity.name} order is on its way`,
    greeting: greet(order.userName),
    paragraphs: [
      `We have shipped your order to: ${order.address.join(", ")}.`,
      ...tracking,
      ...(order.refundedUnits > 0 ? ["The items we have refunded are not in the parcel."] : []),
    ],
    lines: lineRows(order),
    action: orderLink(order),
    afterwards: [`Order ${order.id}`],
  })
}

export function orderDeliveredEmail(identity: Identity, order: OrderEmailData): RenderedEmail {
  return renderEmail(identity, {
    subject: `Your ${identity.name} order was delivered`,
    greeting: greet(order.userName),
    paragraphs: [
      "Your order has arrived. We hope you like everything.",
      `If something is wrong, or if you have not received it, write to ${identity.email}.`,
    ],
    lines: lineRows(order),
    action: orderLink(order),
    afterwards: [`Order ${order.id}`],
  })
}

export function orderRefundedEmail(identity: Identity, order: OrderEmailData, amount: Cents): RenderedEmail {
  return renderEmail(identity, {
    subject: `Your refund from ${identity.name}`,
    greeting: greet(order.userName),
    paragraphs: [
      `We are refunding ${formatCents(amount)} of your order to the card you paid with. It can take up to ten days to appear on your statement.`,
    ],
    lines: [{ label: "Refund", value: formatCents(amount), strong: true }],
    action: orderLink(order),
    afterwards: [`Order ${order.id}`],
  })
}

export function orderCancelledEmail(
  identity: Identity,
  order: OrderEmailData,
  cancelled: CancellationEmailData,
): RenderedEmail {
  const { by, amount, reason } = cancelled
  const given =
    by === "refund" ? `We are refunding the full ${formatCents(amount)}` : `We are refunding ${formatCents(amount)}`
  const refund = `${given} to the card you paid with. It can take up to ten days to appear on your statement.`
  return renderEmail(identity, {
    subject: `Your ${identity.name} order is cancelled`,
    greeting: greet(order.userName),
    paragraphs: [cancellationSentences[by], ...(reason ? [reason] : []), ...(amount > 0 ? [refund] : [])],
    lines: lineRows(order),
    action: orderLink(order),
    afterwards: [`Order ${order.id}`],
  })
}

const cancellationSentences: Record<CancelledBy, string> = {
  customer: "As you asked, we have cancelled your order.",
  shop: "We are sorry: we had to cancel your order.",
  refund: "Your order was refunded in full before it was sent, so it is cancelled.",
}

function lineRows({ lines }: OrderEmailData) {
  return lines.map(({ name, price, quantity }) => ({
    label: quantity === 1 ? name : `${quantity} × ${name}`,
    value: formatCents(price * quantity),
  }))
}

function totalRows(totals: Totals) {
  return totalLines(totals).map(({ key, label, amount }) => ({
    label,
    value: key === "shipping" && amount === 0 ? "Free" : formatCents(amount),
    ...(key === "total" && { strong: true }),
  }))
}

function orderLink({ id }: OrderEmailData) {
  return { label: "Show your order", path: `/order/${id}` }
}
