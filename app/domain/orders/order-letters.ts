import { greet, type Letter, letter } from "../mail/letter"
import { type Cents, formatCents, type Totals } from "../money"
import type { Identity } from "../shop"

/** What a letter about an order may tell. */
export interface OrderFacts {
  id: string
  userName: string
  lines: { name: string; price: Cents; quantity: number }[]
  totals: Totals
  /** The address, one line each. */
  address: string[]
  trackingNumber: string | null
}

export function orderConfirmedLetter(identity: Identity, order: OrderFacts): Letter {
  return letter(identity, {
    subject: `Your ${identity.name} order is confirmed`,
    greeting: greet(order.userName),
    paragraphs: ["Thank you for your order. It is paid, and we are packing it now. We will write again when it ships."],
    lines: [...bought(order), ...sums(order.totals)],
    action: showOrder(order),
    afterwards: [`It goes to: ${order.address.join(", ")}.`, `Order ${order.id}`],
  })
}

export function orderShippedLetter(identity: Identity, order: OrderFacts): Letter {
  const tracking = order.trackingNumber ? [`Its tracking number is ${order.trackingNumber}.`] : []
  return letter(identity, {
    subject: `Your ${identity.name} order is on its way`,
    greeting: greet(order.userName),
    paragraphs: [`Your order has left our house and goes to: ${order.address.join(", ")}.`, ...tracking],
    lines: bought(order),
    action: showOrder(order),
    afterwards: [`Order ${order.id}`],
  })
}

export function orderDeliveredLetter(identity: Identity, order: OrderFacts): Letter {
  return letter(identity, {
    subject: `Your ${identity.name} order was delivered`,
    greeting: greet(order.userName),
    paragraphs: [
      "Your order has arrived. We hope that everything is as you wished.",
      `If it is not, or if you have not received it, write to ${identity.email}.`,
    ],
    lines: bought(order),
    action: showOrder(order),
    afterwards: [`Order ${order.id}`],
  })
}

export function orderRefundedLetter(identity: Identity, order: OrderFacts, amount: Cents): Letter {
  return letter(identity, {
    subject: `Your refund from ${identity.name}`,
    greeting: greet(order.userName),
    paragraphs: [
      `We are giving ${formatCents(amount)} of your order back, to the card you paid with. Banks need up to ten days to show it.`,
    ],
    lines: [{ label: "Refund", value: formatCents(amount), strong: true }],
    action: showOrder(order),
    afterwards: [`Order ${order.id}`],
  })
}

export function orderCancelledLetter(identity: Identity, order: OrderFacts, amount: Cents): Letter {
  const refund = `We are giving ${formatCents(amount)} back, to the card you paid with. Banks need up to ten days to show it.`
  return letter(identity, {
    subject: `Your ${identity.name} order is cancelled`,
    greeting: greet(order.userName),
    paragraphs: ["As you asked, we have cancelled your order.", ...(amount > 0 ? [refund] : [])],
    lines: bought(order),
    action: showOrder(order),
    afterwards: [`Order ${order.id}`],
  })
}

function bought({ lines }: OrderFacts) {
  return lines.map(({ name, price, quantity }) => ({
    label: quantity === 1 ? name : `${quantity} × ${name}`,
    value: formatCents(price * quantity),
  }))
}

function sums({ subTotal, shipping, tax, total }: Totals) {
  return [
    { label: "Subtotal", value: formatCents(subTotal) },
    { label: "Shipping", value: shipping === 0 ? "Free" : formatCents(shipping) },
    { label: "Tax (GST)", value: formatCents(tax) },
    { label: "Total", value: formatCents(total), strong: true },
  ]
}

function showOrder({ id }: OrderFacts) {
  return { label: "Show your order", path: `/order/${id}` }
}
