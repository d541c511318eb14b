import { greet, type Letter, letter } from "../mail/letter"
import { type Cents, formatCents } from "../money"
import type { Identity } from "../shop"

interface Refunded {
  name: string
  amount: Cents
  /** A sentence without its full stop. */
  reason: string
}

/** For a payment that could not become an order. */
export function paymentRefundedLetter(identity: Identity, { name, amount, reason }: Refunded): Letter {
  return letter(identity, {
    subject: `Your ${identity.name} payment is refunded`,
    greeting: greet(name),
    paragraphs: [
      `We could not turn your payment into an order. ${reason}. We are sorry about that.`,
      `All of your ${formatCents(amount)} goes back to the card you paid with. Banks need up to ten days to show it.`,
    ],
    lines: [{ label: "Refund", value: formatCents(amount), strong: true }],
    action: { label: "Show your orders and refunds", path: "/orders" },
  })
}
