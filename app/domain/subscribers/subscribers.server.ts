import { removeSecondFactors } from "~/domain/factors/second-factors.server"
import { requestCreditNotes, requestInvoice } from "~/domain/invoices/request-documents.server"
import { correctWriteOff } from "~/domain/orders/cancellation/correct-write-off.server"
import { closeReturnsOf } from "~/domain/returns/close-returns.server"
import { storeReturnPeriods } from "~/domain/returns/return-periods.server"
import type { Subscriber } from "~/domain/shop"
import { giveAwaitedRole } from "~/domain/staff/awaited-role.server"
import { auditEntries } from "./audit-entries.server"
import { customerMails } from "./customer-mails.server"
import { incidents } from "./incidents.server"
import { ownerNotifications } from "./owner-notifications.server"
import { zoneChanges } from "./zone-changes.server"

export const awaitedRoles = {
  "user.verified": (tx, { user }) => giveAwaitedRole(tx, user),
} satisfies Subscriber

/** Someone else may have added them. */
export const reclaimedFactors = {
  "user.reclaimed": async (tx, { user, since }) => {
    await removeSecondFactors(tx, user, { byOperator: false, since })
  },
} satisfies Subscriber

const openReturns = {
  "order.cancelled": (tx, { order }) => closeReturnsOf(tx, order.id),
} satisfies Subscriber

const returnPeriods = {
  "order.delivered": (tx, { order }) => storeReturnPeriods(tx, order),
} satisfies Subscriber

const writtenOffUnits = {
  "refund.failed": async (tx, { refund, isOver }) => {
    if (isOver) await correctWriteOff(tx, refund, "take-back")
  },
  "refund.succeeded": async (tx, { hadFailed, ...refund }) => {
    if (hadFailed) await correctWriteOff(tx, refund, "repeat")
  },
} satisfies Subscriber

export const documentRequests = {
  "order.placed": async (tx, { order }) => {
    if (order.payment_status !== "awaiting") await requestInvoice(tx, order.id)
  },
  "order.shipped": async (tx, { order }) => {
    if (order.payment_status === "awaiting") await requestInvoice(tx, order.id)
  },
  "order.payment-received": async (tx, { order, missing }) => {
    if (missing === 0) await requestInvoice(tx, order.id)
  },
  "order.settled": (tx, { order }) => requestInvoice(tx, order.id),
  "refund.succeeded": async (tx, { order_id }) => {
    if (order_id !== null) await requestCreditNotes(tx, order_id)
  },
  "refund.made-elsewhere": async (tx, { order, refund, fits }) => {
    if (fits && refund.status === "succeeded") await requestCreditNotes(tx, order.id)
  },
} satisfies Subscriber

/** Subscribers in the order in which they run */
export const subscribers: readonly Subscriber[] = [
  incidents,
  auditEntries,
  awaitedRoles,
  reclaimedFactors,
  openReturns,
  returnPeriods,
  writtenOffUnits,
  customerMails,
  ownerNotifications,
  documentRequests,
  zoneChanges,
]
