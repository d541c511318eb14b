import { RESET_MINUTES } from "../accounts/account-limits"
import { MINUTE } from "../durations"
import type { Events, Subscriber } from "../events/event"
import { addJob } from "../jobs.server"
import type { Email } from "../mail/email"
import { queueMail } from "../mail/outbox.server"
import { formatAmount } from "../settings/format-amount"
import type { Tx } from "../shop"
import {
  accountClosedEmail,
  emailChangedEmail,
  passwordChangedEmail,
  passwordResetEmail,
  welcomeEmail,
} from "./account-emails"
import { factorAddedEmail, factorRemovedEmail, recoveryCodesEmail, recoveryCodeUsedEmail } from "./factor-emails"
import {
  cancelledEmail,
  confirmedEmail,
  deliveredEmail,
  readPackedLines,
  refundedEmail,
  rejectedPaymentEmail,
  shippedEmail,
} from "./order-emails.server"
import { withdrawalReceivedEmail, withdrawalRefusedEmail } from "./return-emails"

export const customerMails = {
  "user.registered": (tx, user) => queueMail(tx, user.email, welcomeEmail(tx.identity, user), [user.id]),
  // To the former address
  "user.email-changed": (tx, { user: { id, name, email: old }, email }) =>
    queueMail(tx, old, emailChangedEmail(tx.identity, { name, email }), [id]),
  "user.password-changed": (tx, { id, name, email }) =>
    queueMail(tx, email, passwordChangedEmail(tx.identity, { name, at: tx.now() }), [id]),
  "user.reset-link-created": (tx, { user: { id, name, email }, token }) =>
    queueMail(tx, email, passwordResetEmail(tx.identity, { name, token, minutes: RESET_MINUTES }), [id]),
  "user.factor-added": (tx, { user, factor }) => queueFactorMail(tx, user, factorAddedEmail(tx.identity, user, factor)),
  "user.factor-removed": (tx, { user, factor }) =>
    queueFactorMail(tx, user, factorRemovedEmail(tx.identity, user, factor)),
  "user.recovery-codes-issued": (tx, user) => queueFactorMail(tx, user, recoveryCodesEmail(tx.identity, user)),
  "user.recovery-code-used": (tx, { user, left }) =>
    queueFactorMail(tx, user, recoveryCodeUsedEmail(tx.identity, user, left)),
  "user.closed-account": (tx, user) => queueMail(tx, user.email, accountClosedEmail(tx.identity, user), [user.id]),
  "order.placed": (tx, { order, lines }) => queueOrderMail(tx, order, confirmedEmail(tx.identity, order, lines)),
  "order.shipped": async (tx, { order }) =>
    queueOrderMail(tx, order, shippedEmail(tx.identity, order, await readPackedLines(tx, order))),
  "order.delivered": async (tx, { order }) =>
    queueOrderMail(tx, order, deliveredEmail(tx.identity, order, await readPackedLines(tx, order))),
  "order.cancelled": async (tx, event) =>
    queueOrderMail(tx, event.order, cancelledEmail(tx.identity, event, await readPackedLines(tx, event.order))),
  // In case the process ends before it reports the outcome
  "order.refund-requested": async (tx, { refundId, cancels }) => {
    if (!cancels) await addJob(tx, "notify-refund", { id: refundId }, { delay: 2 * MINUTE })
  },
  "order.refunded": (tx, { order, refund: { id, amount } }) =>
    queueOrderMail(tx, order, refundedEmail(tx.identity, order, amount), id),
  "order.withdrawn": (tx, event) => {
    const { id, email } = event.withdrawal
    const mail = withdrawalReceivedEmail(tx.identity, event)
    return queueMail(tx, email, mail, [event.order.user_id], `${mail.kind}-${id}`)
  },
  "order.withdrawal-refused": (tx, event) => {
    const { user_email: email, user_id: userId } = event.order
    return queueMail(tx, email, withdrawalRefusedEmail(tx.identity, event), [userId])
  },
  "payment.rejected": async (tx, { payment: { id, userId }, amount, reason }) => {
    const users = tx.db.selectFrom("users").select(["name", "email"]).where("id", "=", userId)
    const { name, email } = await users.executeTakeFirstOrThrow()
    const mail = rejectedPaymentEmail(tx.identity, name, formatAmount(tx, amount), reason)
    await queueMail(tx, email, mail, [userId], `payment-refunded-${id}`)
  },
} satisfies Subscriber

function queueFactorMail(tx: Tx, { id, email: to }: Events["user.registered"], email: Email) {
  return queueMail(tx, to, email, [id])
}

/** @param dedupeId allows one mail of this kind, however often it is queued */
function queueOrderMail(tx: Tx, order: Events["order.placed"]["order"], email: Email, dedupeId = order.id) {
  return queueMail(tx, order.user_email, email, [order.user_id], `${email.kind}-${dedupeId}`)
}
