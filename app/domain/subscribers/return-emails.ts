import { longDay } from "~/domain/days/calendar"
import type { Days } from "~/domain/days/days"
import { localTime } from "~/domain/days/offsets"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Events } from "~/domain/events/event"
import { type Email, greeting } from "~/domain/mail/email"
import type { Cents } from "~/domain/money/money"
import { orderName } from "~/domain/orders/order"
import { returnKinds } from "~/domain/returns/return"
import { refundDue, sendBackUntil } from "~/domain/returns/return-periods.server"
import type { Identity, Tx } from "~/domain/shop"

type Withdrawn = Events["order.withdrawn"]
type Refused = Events["order.withdrawal-refused"]

/** Directive 2011/83/EU, article 11a: acknowledges the receipt with the statement's words, date and time. */
export function withdrawalReceivedEmail(
  shop: Pick<Tx, "identity" | "settings">,
  { order, withdrawal, lines, outcome, paidBack }: Withdrawn,
): Email {
  const { created_at: at } = withdrawal
  const until = {
    payment: paymentSentence(order, paidBack),
    sendBack: longDay(sendBackUntil(shop, at, order.shipping_info)),
    refund: longDay(refundDue(shop, at, order.shipping_info)),
  }
  return {
    kind: "withdrawal-received",
    subject: `We have received your ${shop.identity.name} withdrawal`,
    greeting: greeting(withdrawal.name),
    paragraphs: [received(at, daysOf(shop)), ...statementOf(order, withdrawal)],
    lines: [...unitRows(lines), ...(outcome === "requested" ? [howToReturn] : [])],
    action: { label: "Show your order", path: `/order/${order.id}` },
    afterwards: [...outcomes[outcome](until), `Order ${orderName(order.number)}`],
  }
}

/** The same acknowledgement for a withdrawal that anyone may have sent; its link verifies the mailbox. */
export function withdrawalDeclaredEmail(
  { name: shop, email }: Identity,
  { order, record, token }: Events["order.withdrawal-declared"],
  days: Days,
): Email {
  return {
    kind: "withdrawal-declared",
    subject: `Please confirm your ${shop} withdrawal`,
    greeting: greeting(record.name),
    paragraphs: [
      received(record.created_at, days),
      ...statementOf(order, record),
      "It was sent without signing in. Please confirm that it is yours: nothing is cancelled or refunded before that. The date and time above count, whenever you confirm.",
    ],
    action: { label: "Confirm withdrawal", path: `/withdraw/confirm/${token}` },
    afterwards: [
      `If it is not yours, you can ignore this email. If you have a question, write to ${email}.`,
      `Order ${orderName(order.number)}`,
    ],
  }
}

const outcomes: Record<
  Withdrawn["outcome"],
  (until: Record<"sendBack" | "refund", string> & { payment: string | null }) => string[]
> = {
  cancelled: ({ payment }) => [
    payment === null
      ? "The order had not been shipped. It is cancelled, and we are refunding it to the card you paid with."
      : `The order had not been shipped. It is cancelled. ${payment}`,
  ],
  refunded: ({ payment }) => [
    `These items had not been shipped and will not be sent. ${payment ?? "We are refunding them to the card you paid with."}`,
  ],
  requested: ({ sendBack, refund }) => [
    `If you have the items, please send them back by ${sendBack}. The page Shipping and returns says how. You get your refund by ${refund}; until then we may wait for the items, or for your proof that you sent them.`,
  ],
}

/** Null for an order that was paid online */
function paymentSentence({ payment_method: method }: Withdrawn["order"], paidBack: Cents): string | null {
  if (method === "online") return null
  if (paidBack === 0) return "There is nothing to pay for what you have withdrawn from."
  return "We will transfer your money to your bank account. If we do not know your account, we will ask you for it."
}

export function withdrawalRefusedEmail(
  { name: shop, email }: Identity,
  { order, statement, reason }: Refused,
  days: Days,
): Email {
  return {
    kind: "withdrawal-refused",
    subject: `About your ${shop} withdrawal`,
    greeting: greeting(statement.name),
    paragraphs: [received(statement.at, days), ...statementOf(order, statement), `${reason}.`],
    afterwards: [`If you think that this is wrong, write to ${email}.`, `Order ${orderName(order.number)}`],
  }
}

type Step = Pick<Events["return.received"], "order" | "record">

export function returnRequestedEmail(identity: Identity, { order, record, lines }: Events["return.requested"]): Email {
  return {
    ...emailAbout({ order, record }, "return-requested"),
    subject: `Your ${identity.name} return has been requested`,
    paragraphs: [
      "We have received your request to return these items. Please send them back; the page Shipping and returns says how. We will write again when they have arrived.",
      `Reason: ${record.reason}`,
    ],
    lines: [...unitRows(lines), howToReturn],
  }
}

const howToReturn = { label: "Shipping and returns", value: "Show", path: "/shipping-and-returns" }

function unitRows(lines: Withdrawn["lines"]) {
  return lines.map(({ name, quantity }) => ({ label: name, value: String(quantity) }))
}

export function returnReceivedEmail(identity: Identity, step: Step): Email {
  return {
    ...emailAbout(step, "return-received"),
    subject: `Your ${identity.name} ${nounOf(step)} has arrived`,
    paragraphs: [`${isShipped(step) ? arrived : notShipped} We will write again when we send your refund.`],
  }
}

const arrived = "We have received the items that you sent back, or the proof that you sent them."
const notShipped = "These items had not been shipped, so there is nothing to send back."

/** Before shipping, a withdrawal can describe items as free text, and no parcel is returned. */
const isShipped = ({ order }: Step) => order.shipped_at !== null

export function returnDeclinedEmail(identity: Identity, step: Step): Email {
  const isWithdrawal = step.record.kind === "withdrawal"
  return {
    ...emailAbout(step, "return-declined"),
    subject: `About your ${identity.name} ${nounOf(step)}`,
    paragraphs: [
      isWithdrawal ? notCarriedOut : "We are sorry: we cannot take these items back.",
      step.record.refusal ?? "",
    ],
    afterwards: [`If you have a question, write to ${identity.email}.`, `Order ${orderName(step.order.number)}`],
  }
}

const notCarriedOut =
  "We have not carried out a withdrawal that was sent to us without signing in. If it is yours, the link in our first email still confirms it."

export function returnReopenedEmail(identity: Identity, step: Step): Email {
  return {
    ...emailAbout(step, "return-reopened"),
    subject: `Your ${identity.name} ${nounOf(step)} is open again`,
    paragraphs: [
      `Our last email about your ${nounOf(step)} was a mistake. ${
        isShipped(step) ? reopened[step.record.status] : "We are still looking at it."
      }`,
    ],
  }
}

const reopened: Record<Step["record"]["status"], string> = {
  declared: "We are still waiting for your confirmation.",
  requested: "We are still waiting for the items.",
  received: "The items are here, and we are looking at them.",
  refunded: "",
  declined: "",
}

const nounOf = ({ record }: Step) => returnKinds[record.kind].toLowerCase()

function emailAbout({ order, record }: Step, kind: string) {
  return {
    kind,
    greeting: greeting(record.name),
    action: { label: "Show your order", path: `/order/${order.id}` },
    afterwards: [`Order ${orderName(order.number)}`],
  }
}

function received(at: Date, { offsets }: Days): string {
  const { day, time, zone } = localTime(at, offsets)
  return `We received your withdrawal on ${longDay(day)} at ${time} ${zone}. This email confirms that we have received it, and is not a decision about it. Your statement:`
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
