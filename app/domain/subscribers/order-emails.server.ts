import { formatReference, transferReferenceOf } from "~/domain/bank-transfer/creditor-reference"
import { formatIban } from "~/domain/bank-transfer/iban"
import { longDay, shortDay } from "~/domain/days/calendar"
import { type Days, lastDayOf } from "~/domain/days/days"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Events } from "~/domain/events/event"
import { type Email, type EmailContent, greeting, type Paragraph } from "~/domain/mail/email"
import type { OwnerNotification } from "~/domain/mail/owner-emails"
import { formatMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import { toAgreement } from "~/domain/orders/agreement-columns.server"
import { orderName } from "~/domain/orders/order"
import { statusRules } from "~/domain/orders/order-status"
import { unitsToSendColumn } from "~/domain/orders/units-to-send.server"
import { billLines } from "~/domain/pricing/bill"
import { chargesOf } from "~/domain/pricing/charges"
import { exemptionRows, NO_RIGHT } from "~/domain/returns/exemptions"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { trackingUrlOf } from "~/domain/settings/carriers"
import { bankAccountOf, paymentMethodNames } from "~/domain/settings/payment-methods"
import { viewAddress } from "~/domain/shipping/shipping.server"
import type { Identity, Tx } from "~/domain/shop"

type Order = Events["order.placed"]["order"]
type Seller = Pick<Tx, "identity" | "settings">
type Line = Events["order.placed"]["lines"][number]
/** `toSend` excludes units that were refunded before the parcel was shipped. */
type PackedLine = Pick<Line, "name" | "price" | "quantity"> & { toSend: number }

export async function readPackedLines({ db }: Tx, { id }: Order): Promise<PackedLine[]> {
  return db
    .selectFrom("order_lines")
    .select(["name", "price", "quantity", unitsToSendColumn.as("toSend")])
    .where("order_id", "=", id)
    .orderBy("position")
    .execute()
}

export function confirmedEmail(seller: Seller, order: Order, lines: Line[]): Email {
  const { identity, settings } = seller
  const guarantee = legalGuaranteeOf(settings.current)
  return {
    ...emailAbout(order, "order-confirmed"),
    agreedText: order.agreed_text_digest,
    subject: `Your ${identity.name} order is confirmed`,
    paragraphs: [`Thank you for your order. ${nextSteps(seller, order)}`],
    lines: [
      ...transferRows(seller, order, order.total_price),
      ...billRows(order, lines),
      ...documentRow(settings, order, "Invoice"),
      ...(guarantee?.notice ? [{ label: "Legal guarantee", value: "Show", path: guarantee.notice }] : []),
    ],
    afterwards: [
      deliveryParagraph(order, "Collect it at"),
      ...(guarantee ? [guarantee.reminder] : []),
      ...withdrawalParagraphs(order, lines),
      `Order ${orderName(order.number)}`,
    ],
  }
}

/** What happens with a new order */
function nextSteps(seller: Seller, order: Order): string {
  const then = collectedAt(order) ? "you can collect it" : "it ships"
  const packing = `we are packing it now. We will write again when ${then}.`
  if (order.payment_status !== "awaiting")
    return `${order.total_price === 0 ? "There is nothing to pay" : "It is paid for"}, and ${packing}`
  const amount = formatMoney(order.total_price, order.currency)
  if (order.payment_method === "transfer")
    return `It is not paid yet: ${transferSentence(seller, order, order.total_price)} We will write again when your payment has arrived.`
  const when = order.payment_method === "collection" ? "collect it" : "receive it"
  return `Please pay ${amount} when you ${when}; ${packing}`
}

/** Asks for the transfer of this amount. */
function transferSentence({ settings }: Seller, order: Order, missing: Cents): string {
  const by = order.payment_due_at && lastDayOf(order.payment_due_at, daysOf({ settings }))
  const amount = formatMoney(missing, order.currency)
  return `please transfer ${amount} to the account below${by ? ` by ${longDay(by)}` : ""}, with the reference.`
}

/** The account and the reference for an unpaid transfer */
function transferRows({ settings }: Seller, order: Order, missing: Cents): Rows {
  if (order.payment_status !== "awaiting" || order.payment_method !== "transfer") return []
  const { holder, iban, bic } = bankAccountOf(settings.current)
  return [
    { label: "Amount to transfer", value: formatMoney(missing, order.currency), strong: true },
    { label: "Account holder", value: holder },
    { label: "IBAN", value: formatIban(iban) },
    ...(bic ? [{ label: "BIC", value: bic }] : []),
    { label: "Reference", value: formatReference(transferReferenceOf(iban, order.number)) },
  ]
}

export function paymentReminderEmail(seller: Seller, order: Order, missing: Cents): Email {
  return {
    ...emailAbout(order, "order-payment-reminder"),
    subject: `Your ${seller.identity.name} order is not paid yet`,
    paragraphs: [
      `We have not received your payment yet: ${transferSentence(seller, order, missing)} After that day, we have to cancel your order.`,
      "If you have already sent the money, you do not need to do anything.",
    ],
    lines: transferRows(seller, order, missing),
  }
}

export function paymentUndoneEmail(seller: Seller, order: Order, missing: Cents): Email {
  return {
    ...emailAbout(order, "order-payment-undone"),
    subject: `Your ${seller.identity.name} order is not paid yet`,
    paragraphs: [
      `We have corrected a payment that we recorded for your order, so it is not fully paid: ${restSentence(seller, order, missing)}`,
      "If you have already sent the money, please write to us.",
    ],
    lines: transferRows(seller, order, missing),
  }
}

export function reopenedEmail(seller: Seller, order: Order, missing: Cents): Email {
  return {
    ...emailAbout(order, "order-reopened"),
    subject: `Your ${seller.identity.name} order is open again`,
    paragraphs: [
      `Your order is no longer cancelled. It is not paid yet: ${restSentence(seller, order, missing)}`,
      "If you have already sent the money, you do not need to do anything.",
    ],
    lines: transferRows(seller, order, missing),
  }
}

/** Asks for the missing amount in the way that was agreed. */
function restSentence(seller: Seller, order: Order, missing: Cents): string {
  if (order.payment_method === "transfer") return transferSentence(seller, order, missing)
  return `please pay the missing ${formatMoney(missing, order.currency)}.`
}

export function paymentReceivedEmail(
  seller: Seller,
  { order, amount, missing, excess }: Pick<Events["order.payment-received"], "order" | "amount" | "missing" | "excess">,
): Email {
  const received = `We have received your payment of ${formatMoney(amount + excess, order.currency)}.`
  const next = statusRules[order.status].parcel === "waiting" ? ["We are packing your order now."] : []
  return {
    ...emailAbout(order, "order-payment-received"),
    subject: `Your ${seller.identity.name} payment has arrived`,
    paragraphs: [
      missing > 0
        ? `${received} It is not the whole amount: ${restSentence(seller, order, missing)}`
        : [received, ...next].join(" "),
      ...(excess > 0
        ? [`${formatMoney(excess, order.currency)} of it is more than you had to pay. We will return it to you.`]
        : []),
    ],
    lines: transferRows(seller, order, missing),
  }
}

export function shippedEmail({ identity: { name }, settings }: Seller, order: Order, lines: PackedLine[]): Email {
  const place = collectedAt(order)
  return {
    ...emailAbout(order, "order-shipped"),
    subject: `Your ${name} order is ${place ? "ready to collect" : "on its way"}`,
    paragraphs: [
      place ? `You can collect your order at: ${place}.` : ["We have shipped your order to:", ...addressOf(order)],
      ...(order.tracking_number
        ? [`${order.carrier ? `${order.carrier} delivers it. ` : ""}Its tracking number is ${order.tracking_number}.`]
        : []),
      ...(lines.some(({ quantity, toSend }) => toSend < quantity)
        ? ["The parcel does not contain the items that we have refunded."]
        : []),
    ],
    lines: [...parcelRows(order, lines), ...trackingRow(settings, order)],
  }
}

export function deliveredEmail({ name, email }: Identity, order: Order, lines: PackedLine[]): Email {
  const isCollected = collectedAt(order) !== null
  return {
    ...emailAbout(order, "order-delivered"),
    subject: `Your ${name} order was ${isCollected ? "collected" : "delivered"}`,
    paragraphs: [
      `${isCollected ? "You have collected your order." : "Your order has arrived."} We hope you like everything.`,
      `If something is wrong, or if you have not received it, write to ${email}.`,
    ],
    lines: parcelRows(order, lines),
  }
}

const cancellationSentences: Record<Events["order.cancelled"]["by"], string> = {
  customer: "As you asked, we have cancelled your order.",
  shop: "We are sorry: we had to cancel your order.",
  refund: "Your order was refunded in full before it was sent, so it is cancelled.",
  unpaid:
    "We have not received your payment in time, so your order is cancelled. You do not need to pay any more. If you have already sent the money, please write to us.",
}

export function cancelledEmail(
  { name }: Identity,
  { order, lines, by, paidBack, reason }: Omit<Events["order.cancelled"], "isGuest">,
): Email {
  const full = by === "refund" ? "the full " : ""
  const payout = order.payment_method === "online" ? null : "bank"
  return {
    ...emailAbout(order, "order-cancelled"),
    subject: `Your ${name} order is cancelled`,
    paragraphs: [
      cancellationSentences[by],
      ...(reason ? [reason] : []),
      ...(paidBack > 0 ? [refundSentence(`${full}${formatMoney(paidBack, order.currency)}`, payout)] : []),
      ...(order.payment_status === "awaiting" && by !== "unpaid" ? ["You do not have to pay for it."] : []),
    ],
    lines: lineRows(order, lines),
  }
}

type Payout = Events["order.refunded"]["refund"]["payout"]

export function refundedEmail(
  { identity: { name }, settings }: Seller,
  order: Order,
  refund: { amount: Cents; payout: Payout },
): Email {
  const amount = formatMoney(refund.amount, order.currency)
  const isWaived = refund.payout === "waived"
  const sentence = refundSentence(`${amount} of your order`, refund.payout)
  return {
    ...emailAbout(order, "order-refunded"),
    subject: isWaived ? `You have less to pay for your ${name} order` : `Your refund from ${name}`,
    paragraphs: [isWaived ? `You do not have to pay ${amount} of your order.` : sentence],
    lines: [
      { label: isWaived ? "No longer due" : "Refund", value: amount, strong: true },
      ...documentRow(settings, order, "Credit note"),
    ],
  }
}

/** @param amount as text @param reason a sentence without its full stop */
export function rejectedPaymentEmail(identity: Identity, name: string, amount: string, reason: string): Email {
  return {
    kind: "payment-refunded",
    subject: `Your ${identity.name} payment is refunded`,
    greeting: greeting(name),
    paragraphs: [
      `We could not turn your payment into an order. ${reason}. We are sorry about that.`,
      refundSentence(`the full ${amount}`),
    ],
    lines: [{ label: "Refund", value: amount, strong: true }],
    action: { label: "Show your orders and refunds", path: "/orders" },
  }
}

export function processingPaymentEmail(identity: Identity, name: string, amount: string, method: string): Email {
  return {
    kind: "debit-processing",
    subject: `Your bank is processing your payment to ${identity.name}`,
    greeting: greeting(name),
    paragraphs: [
      `You have paid ${amount} by ${method}. Your bank decides about it within a few days. Until then, we reserve your items for you.`,
      "As soon as the money is certain, we confirm your order by email, and send it. If your bank refuses the payment, we write to you too.",
    ],
    lines: [{ label: "Payment", value: amount, strong: true }],
    action: { label: "Show the payment", path: "/process/payment" },
  }
}

export function failedPaymentEmail(identity: Identity, name: string, amount: string): Email {
  return {
    kind: "order-payment-failed",
    subject: `Your ${identity.name} payment did not go through`,
    greeting: greeting(name),
    paragraphs: [
      `Your bank did not make the payment of ${amount}, so there is no order. Nothing was charged, and the items are no longer reserved.`,
      "Your items are in your cart again. If you still want them, please order again and choose another way to pay.",
    ],
    lines: [{ label: "Payment that failed", value: amount, strong: true }],
    action: { label: "Show your cart", path: "/cart" },
  }
}

export function newOrderNotification(order: Order, lines: Line[]): OwnerNotification {
  const { user_name: customer } = order
  return {
    summary: `New order: ${formatMoney(order.total_price, order.currency)} from ${customer}`,
    paragraphs: [
      `${customer} (${order.user_email}) has placed ${order.payment_status === "awaiting" ? `an order that is not paid yet: ${paymentMethodNames[order.payment_method].toLowerCase()}` : "and paid for an order"}.`,
      deliveryParagraph(order, "It will be collected at"),
    ],
    lines: billRows(order, lines),
    action: { label: `Open order ${orderName(order.number)}`, path: `/admin/order/${order.id}` },
  }
}

function emailAbout({ id, number, user_name }: Order, kind: string) {
  return {
    kind,
    greeting: greeting(user_name),
    action: { label: "Show your order", path: `/order/${id}` },
    afterwards: [`Order ${orderName(number)}`],
  }
}

export function orderLinksEmail(
  { name }: Identity,
  links: Events["guest.links-created"]["links"],
  { dayOf }: Days,
): Email {
  return {
    kind: "order-links",
    subject: `Your orders at ${name}`,
    greeting: greeting(""),
    paragraphs: ["We received a request for links to the orders made with this address."],
    lines: links.map(({ number, createdAt, path }) => {
      return { label: `Order ${orderName(number)}`, value: shortDay(dayOf(createdAt)), path }
    }),
    afterwards: ["Anyone with a link can open that order. If this was not you, you can ignore this email."],
  }
}

/** @param what the amount, and the whole that it is a part of */
function refundSentence(what: string, payout: Payout = null): string {
  if (payout === "bank")
    return `We will transfer ${what} to your bank account. If we do not know your account, we will ask you for it.`
  return `We are refunding ${what} to the card you paid with. It can take up to ten days to appear on your statement.`
}

function addressOf({ user_name, shipping_info }: Order): string[] {
  return [user_name, ...viewAddress(shipping_info).lines]
}

/** The address and opening hours, or null for an order that is shipped */
function collectedAt({ shipping_method }: Order): string | null {
  const pickup = shipping_method?.pickup
  if (!pickup) return null
  const lines = [pickup.address, pickup.hours].join("\n").split("\n")
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ")
}

function deliveryParagraph(order: Order, collected: string): Paragraph {
  const place = collectedAt(order)
  return place ? `${collected}: ${place}.` : ["It will be sent to:", ...addressOf(order)]
}

/** The agreed text follows the mail. */
function withdrawalParagraphs({ agreed_text_digest: agreed }: Order, lines: Line[]): Paragraph[] {
  if (agreed === null) return []
  const exempt = exemptionRows(lines.map(({ name, withdrawal_exemption: reason }) => ({ name, reason })))
  const below = "The terms that you agreed to, and the instructions on withdrawal, are below and in the attached file."
  return [...(exempt.length > 0 ? [[NO_RIGHT, ...exempt]] : []), below]
}

type Rows = NonNullable<EmailContent["lines"]>

/** A job issues the document after the mail. */
function documentRow(settings: Tx["settings"], { id }: Order, label: string): Rows {
  if (settings.current.invoiceNumbers === "") return []
  return [{ label, value: "Show", path: `/order/${id}/invoices` }]
}

function trackingRow({ current }: Tx["settings"], { carrier, tracking_number: trackingNumber }: Order): Rows {
  const url = trackingUrlOf(current, { carrier, trackingNumber })
  return carrier && url ? [{ label: "Follow your parcel", value: carrier, url }] : []
}

function lineRows({ currency }: Order, lines: Pick<Line, "name" | "price" | "quantity">[]): Rows {
  return lines.map(({ name, price, quantity }) => ({
    label: quantity === 1 ? name : `${quantity} × ${name}`,
    value: formatMoney(price * quantity, currency),
  }))
}

function parcelRows(order: Order, lines: PackedLine[]): Rows {
  const packed = lines.filter(({ toSend }) => toSend > 0)
  return lineRows(
    order,
    packed.map((line) => ({ ...line, quantity: line.toSend })),
  )
}

function billRows(order: Order, lines: Line[]): Rows {
  const charges = billLines(chargesOf(lines, toAgreement(order))).map(({ kind, label, amount }) => ({
    label,
    value: kind === "shipping" && amount === 0 ? "Free" : formatMoney(amount, order.currency),
    ...(kind === "total" && { strong: true }),
  }))
  return [...lineRows(order, lines), ...charges]
}
