import { linkMinutes } from "~/domain/accounts/passwords/mailed-links.server"
import { daysOf } from "~/domain/days/shop-days.server"
import type { Events } from "~/domain/events/event"
import type { Email } from "~/domain/mail/email"
import { queueMail } from "~/domain/mail/outbox.server"
import { formatMoney } from "~/domain/money/format-money"
import { LINK_DAYS } from "~/domain/orders/order"
import { insertOrderLink } from "~/domain/orders/order-links.server"
import { isSlow, methodName } from "~/domain/payments/online-methods"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Subscriber, Tx } from "~/domain/shop"
import {
  accountClosedEmail,
  customerInvitationEmail,
  emailChangedEmail,
  emailChangeUndoneEmail,
  invitationEmail,
  newDeviceEmail,
  orderClaimEmail,
  passwordChangedEmail,
  passwordResetEmail,
  signInLinkEmail,
  verificationEmail,
  welcomeEmail,
} from "./account-emails"
import {
  factorAddedEmail,
  factorDemandedEmail,
  factorRemovedEmail,
  passkeySuspectedEmail,
  recoveryCodesEmail,
  recoveryCodeUsedEmail,
} from "./factor-emails"
import {
  cancelledEmail,
  confirmedEmail,
  deliveredEmail,
  failedPaymentEmail,
  orderLinksEmail,
  paymentReceivedEmail,
  paymentReminderEmail,
  paymentUndoneEmail,
  processingPaymentEmail,
  readPackedLines,
  refundedEmail,
  rejectedPaymentEmail,
  reopenedEmail,
  shippedEmail,
} from "./order-emails.server"
import {
  returnDeclinedEmail,
  returnReceivedEmail,
  returnReopenedEmail,
  returnRequestedEmail,
  withdrawalDeclaredEmail,
  withdrawalReceivedEmail,
  withdrawalRefusedEmail,
} from "./return-emails"

type Order = Events["order.placed"]["order"]

export const customerMails = {
  "user.registered": (tx, user) => queueMail(tx, user.email, welcomeEmail(tx.identity, user), [user.id]),
  "user.invited": (tx, { user: { id, name, email }, token }) =>
    queueMail(tx, email, customerInvitationEmail(tx.identity, { name, token }), [id], `customer-invitation-${id}`),
  // The mail goes to the former address.
  "user.email-changed": (tx, { user: { id, name, email: old }, email, undo }) =>
    queueMail(tx, old, emailChangedEmail(tx.identity, { name, email, undo }), [id]),
  "user.email-change-undone": (tx, { user: { id, name, email: undone }, email }) =>
    queueMail(tx, undone, emailChangeUndoneEmail(tx.identity, { name, email }), [id]),
  "user.password-changed": (tx, { id, name, email }) =>
    queueMail(tx, email, passwordChangedEmail(tx.identity, { name, at: tx.now(), days: daysOf(tx) }), [id]),
  "user.reset-link-created": (tx, { user: { id, name, email }, token }) =>
    queueMail(tx, email, passwordResetEmail(tx.identity, { name, token, minutes: linkMinutes["password-reset"] }), [
      id,
    ]),
  "user.factor-added": (tx, { user, ...added }) =>
    queueFactorMail(tx, user, factorAddedEmail(tx.identity, user, added)),
  "user.factor-removed": (tx, { user, ...removed }) =>
    queueFactorMail(tx, user, factorRemovedEmail(tx.identity, user, removed)),
  "user.factor-demanded": (tx, { user, day }) => queueFactorMail(tx, user, factorDemandedEmail(tx.identity, user, day)),
  "user.passkey-suspected": (tx, { user, name }) =>
    queueFactorMail(tx, user, passkeySuspectedEmail(tx.identity, user, name)),
  "user.recovery-codes-issued": (tx, user) => queueFactorMail(tx, user, recoveryCodesEmail(tx.identity, user)),
  "user.recovery-code-used": (tx, { user, left }) =>
    queueFactorMail(tx, user, recoveryCodeUsedEmail(tx.identity, user, left)),
  "user.sign-in-link-created": (tx, { user: { id, name, email }, token }) =>
    queueMail(tx, email, signInLinkEmail(tx.identity, { name, token, minutes: linkMinutes["sign-in"] }), [id]),
  "user.verification-link-created": async (tx, { user: { id, name, email }, token }) => {
    const promised = tx.db.selectFrom("users").select("awaits_role").where("id", "=", id)
    const awaitsRole = (await promised.executeTakeFirst())?.awaits_role ?? false
    await queueMail(tx, email, verificationEmail(tx.identity, { name, token, awaitsRole }), [id])
  },
  "user.signed-in-on-new-device": (tx, { user: { id, name, email }, ...signIn }) =>
    queueMail(tx, email, newDeviceEmail(tx.identity, { ...signIn, name, at: tx.now(), days: daysOf(tx) }), [id]),
  "user.order-claim-created": (tx, { user: { id, name, email }, token }) =>
    queueMail(tx, email, orderClaimEmail(tx.identity, { name, token }), [id]),
  "invitation.created": (tx, event) =>
    queueMail(tx, event.email, invitationEmail(tx.identity, event), [event.actor.id]),
  "invitation.renewed": (tx, event) =>
    queueMail(tx, event.email, invitationEmail(tx.identity, event), [event.actor.id]),
  "user.closed-account": (tx, user) => queueMail(tx, user.email, accountClosedEmail(tx.identity, user), [user.id]),
  "order.placed": (tx, { order, lines, isGuest }) =>
    queueOrderMail(tx, order, confirmedEmail(tx, order, lines), { isGuest }),
  "order.payment-received": (tx, event) =>
    queueOrderMail(tx, event.order, paymentReceivedEmail(tx, event), { dedupeId: event.id }),
  "order.payment-reminded": (tx, { order, missing }) =>
    queueOrderMail(tx, order, paymentReminderEmail(tx, order, missing), {
      dedupeId: `${order.id}-${order.payment_reminded_at?.getTime()}`,
    }),
  "order.payment-undone": (tx, { order, missing }) =>
    queueRepeatedMail(tx, order, paymentUndoneEmail(tx, order, missing)),
  "order.reopened": (tx, { order, missing }) => queueRepeatedMail(tx, order, reopenedEmail(tx, order, missing)),
  "order.shipped": async (tx, { order }) =>
    queueOrderMail(tx, order, shippedEmail(tx, order, await readPackedLines(tx, order))),
  "order.delivered": async (tx, { order }) =>
    queueOrderMail(tx, order, deliveredEmail(tx.identity, order, await readPackedLines(tx, order))),
  "order.cancelled": (tx, { isGuest, ...event }) =>
    // A reopened order can be cancelled again.
    queueOrderMail(tx, event.order, cancelledEmail(tx.identity, event), {
      isGuest,
      dedupeId: `${event.order.id}-${event.order.cancelled_at?.getTime()}`,
    }),
  "order.refunded": (tx, { order, isGuest, refund }) =>
    queueOrderMail(tx, order, refundedEmail(tx, order, refund), { isGuest, dedupeId: refund.id }),
  // Another address' reply is also sent to the order's own, so that its buyer learns about it.
  "order.withdrawn": async (tx, event) => {
    const { order, withdrawal } = event
    const email = withdrawalReceivedEmail(tx, event)
    await queueReturnMail(tx, order, withdrawal, email)
    if (!isAddressOf(order, withdrawal)) await queueReturnMail(tx, order, { email: order.user_email }, email)
  },
  "order.withdrawal-declared": (tx, event) =>
    queueMail(tx, event.order.user_email, withdrawalDeclaredEmail(tx.identity, event, daysOf(tx)), [
      event.order.user_id,
    ]),
  "return.requested": (tx, event) =>
    queueReturnMail(tx, event.order, event.record, returnRequestedEmail(tx.identity, event)),
  "return.received": (tx, event) =>
    queueReturnMail(tx, event.order, event.record, returnReceivedEmail(tx.identity, event)),
  "return.declined": (tx, event) =>
    queueReturnMail(tx, event.order, event.record, returnDeclinedEmail(tx.identity, event)),
  "return.reopened": (tx, event) =>
    queueReturnMail(tx, event.order, event.record, returnReopenedEmail(tx.identity, event)),
  "order.withdrawal-refused": (tx, event) => {
    const { user_email: email, user_id: userId } = event.order
    return queueMail(tx, email, withdrawalRefusedEmail(tx.identity, event, daysOf(tx)), [userId])
  },
  "payment.rejected": async (tx, { payment: { id, userId }, amount, reason }) => {
    const users = tx.db.selectFrom("users").select(["name", "email", "is_guest"]).where("id", "=", userId)
    const { name, email, is_guest } = await users.executeTakeFirstOrThrow()
    const { action, ...mail } = rejectedPaymentEmail(tx.identity, name, formatAmount(tx, amount), reason)
    await queueMail(tx, email, is_guest ? mail : { ...mail, action }, [userId], `payment-refunded-${id}`)
  },
  "payment.processing": async (tx, { checkout, method }) => {
    if (!isSlow(method)) return
    const { name, email } = await findBuyer(tx, checkout.user_id)
    const mail = processingPaymentEmail(tx.identity, name, sumOf(checkout), methodName(method ?? ""))
    await queueMail(tx, email, mail, [checkout.user_id], `debit-processing-${checkout.id}`)
  },
  "payment.failed": async (tx, checkout) => {
    const { name, email } = await findBuyer(tx, checkout.user_id)
    const mail = failedPaymentEmail(tx.identity, name, sumOf(checkout))
    await queueMail(tx, email, mail, [checkout.user_id], `payment-failed-${checkout.id}`)
  },
  "guest.links-created": async (tx, { email, links }) => {
    const people = [...new Set(links.map(({ userId }) => userId))]
    await queueMail(tx, email, orderLinksEmail(tx.identity, links, daysOf(tx)), people)
  },
} satisfies Subscriber

function findBuyer({ db }: Tx, id: string) {
  return db.selectFrom("users").select(["name", "email"]).where("id", "=", id).executeTakeFirstOrThrow()
}

function sumOf({ total_price, currency }: Events["payment.failed"]): string {
  return formatMoney(total_price, currency)
}

function queueFactorMail(tx: Tx, { id, email: to }: Events["user.registered"], email: Email) {
  return queueMail(tx, to, email, [id])
}

/**
 * @param dedupeId allows one mail of this kind, even if it is queued again
 * @param isGuest read from the database if absent
 */
async function queueOrderMail(
  tx: Tx,
  order: Order,
  email: Email,
  { dedupeId = order.id, isGuest }: { dedupeId?: string; isGuest?: boolean } = {},
): Promise<void> {
  const mail = await withLink(tx, order, email, isGuest)
  await queueMail(tx, order.user_email, mail, [order.user_id], `${email.kind}-${dedupeId}`)
}

/** Sends the mail each time. */
async function queueRepeatedMail(tx: Tx, order: Order, email: Email): Promise<void> {
  await queueMail(tx, order.user_email, await withLink(tx, order, email), [order.user_id])
}

async function isOrderOfGuest({ db }: Tx, { user_id }: Order): Promise<boolean> {
  const buyer = await db.selectFrom("users").select("is_guest").where("id", "=", user_id).executeTakeFirst()
  return buyer?.is_guest === true
}

/** A member signs in to see the order; a guest needs a link. */
async function withLink(tx: Tx, order: Order, email: Email, isGuest?: boolean): Promise<Email> {
  if (!(isGuest ?? (await isOrderOfGuest(tx, order)))) return email
  const { path } = await insertOrderLink(tx, order.id)
  const { action, afterwards = [], lines } = email
  const note = `The link opens your order without an account, until ${LINK_DAYS} days after the order is completed. Anyone with the link can open it.`
  // The page of the order links to the other pages.
  const plain = lines?.filter((line) => !line.path?.startsWith("/order/"))
  return { ...email, lines: plain, action: action && { ...action, path }, afterwards: [...afterwards, note] }
}

/** Each step of a return is mailed, even if it is repeated; a guest's link is sent only to the order's address. */
async function queueReturnMail(tx: Tx, order: Order, recipient: Recipient, email: Email): Promise<void> {
  const mail = isAddressOf(order, recipient) ? await withLink(tx, order, email) : await toOthers(tx, order, email)
  await queueMail(tx, recipient.email, mail, [order.user_id])
}

type Recipient = Pick<Events["return.received"]["record"], "email">

function isAddressOf(order: Order, { email }: Recipient): boolean {
  return email.toLowerCase() === order.user_email.toLowerCase()
}

/** Members cannot open the page of a guest's order. */
async function toOthers(tx: Tx, order: Order, email: Email): Promise<Email> {
  const { action: _, ...plain } = email
  return (await isOrderOfGuest(tx, order)) ? plain : email
}
