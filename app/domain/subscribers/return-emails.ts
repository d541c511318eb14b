import type { Events } from "../events/event"
import { type Email, greet } from "../mail/email"
import { orderName } from "../orders/order"
import { formatDay, REFUND_DAYS } from "../returns/withdrawal"
import type { Identity } from "../shop"

type Withdrawn = Events["order.withdrawn"]
type Refused = Events["order.withdrawal-refused"]

/** Directive 2011/83/EU, article 11a: acknowledges the receipt with the statement's words, date and time. */
export function withdrawalReceivedEmail(
  { name: shop }: Identity,
  { order, withdrawal, lines, outcome }: Withdrawn,
): Email {
  return {
    kind: "withdrawal-received",
    subject: `We have received your withdrawal, ${shop}`,
    greeting: greet(withdrawal.name),
    paragraphs: [received(withdrawal.created_at), ...statementOf(order, withdrawal)],
    lines: lines.map(({ name, quantity }) => ({ label: name, value: String(quantity) })),
    action: { label: "Show your order", path: `/order/${order.id}` },
    afterwards: [...outcomes[outcome], `Order ${orderName(order.number)}`],
  }
}

const outcomes: Record<Withdrawn["outcome"], string[]> = {
  cancelled: ["The order had not been shipped: it is cancelled, and its money goes back to the card you paid with."],
  refunded: [
    "These items had not been shipped: they will not be sent, and their money goes back to the card you paid with.",
  ],
  requested: [
    `Please send the items back within ${REFUND_DAYS} days, if you have them already. The page Shipping and returns says how. Your money goes back within ${REFUND_DAYS} days; we may wait until we have the items, or your proof that you sent them.`,
  ],
}

export function withdrawalRefusedEmail({ name: shop, email }: Identity, { order, statement, reason }: Refused): Email {
  return {
    kind: "withdrawal-refused",
    subject: `About your withdrawal, ${shop}`,
    greeting: greet(statement.name),
    paragraphs: [received(statement.at), ...statementOf(order, statement), `${reason}.`],
    afterwards: [`If you think that this is wrong, write to ${email}.`, `Order ${orderName(order.number)}`],
  }
}

function received(at: Date): string {
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone: "UTC" }).format(at)
  return `We received your withdrawal on ${formatDay(at)} at ${time} UTC. This mail confirms that it has arrived, and decides nothing about it. These are its words:`
}

function statementOf(
  { number }: Withdrawn["order"],
  { name, email, reason, items }: Omit<Refused["statement"], "at">,
): string[] {
  return [
    `“I, ${name}, withdraw from the contract of order ${orderName(number)}. Please answer to ${email}.”`,
    ...(items ? [`Items: “${items}”`] : []),
    ...(reason ? [`Reason: “${reason}”`] : []),
  ]
}
