import { isStaff } from "~/domain/accounts/actor"
import { type AuditActor, type AuditedEvent, unnamedActors } from "~/domain/audit/audit"
import { recordAudit } from "~/domain/audit/audit-log.server"
import { ERASED_NAME } from "~/domain/erased-name"
import type { Actor, StaffAction } from "~/domain/events/event"
import { newObjectId } from "~/domain/object-id.server"
import type { Subscriber, Tx } from "~/domain/shop"

export const auditEntries = {
  ...staffActions([
    "product.published",
    "product.drafted",
    "product.updated",
    "product.deleted",
    "product.restored",
    "category.created",
    "category.updated",
    "category.moved",
    "category.deleted",
    "category.restored",
    "discount.created",
    "discount.updated",
    "discount.stopped",
    "discount.resumed",
    "order.shipped",
    "order.delivered",
    "order.refund-declined",
    "order.tracked",
    "order.access-ended",
    "order.payment-undone",
    "order.reopened",
    "return.confirmed",
    "return.received",
    "return.refunded",
    "refund.retried",
    "incident.resolved",
    "user.signed-out",
    "staff.assigned",
    "user.verification-resent",
    "staff.left",
    "role.created",
    "role.updated",
    "role.deleted",
    "administrator.promoted",
    "administrator.reset",
    "page.updated",
    "page.restored",
    "settings.updated",
    "shipping.updated",
    "taxes.updated",
    "settings.restored",
    "numbers.raised",
    "option.merged",
    "option.separated",
    "search.blocked",
    "search.allowed",
    "payout.changed",
    "payout.exported",
    "payout.export-undone",
    "payout.finished",
    "payout.cancelled",
    "payout.reopened",
    "bank-file.read",
    "bank-file.booked",
    "bank-file.deleted",
    "bank-line.returned",
    "bank-line.ignored",
    "bank-line.reopened",
    "customers.imported",
    "customers.import-undone",
    "customers.invitations-started",
    "customers.invitations-stopped",
  ]),
  ...staffActions(["order.refund-requested", "order.refund-proposed"], "reason"),
  ...staffActions(["order.noted"], "note"),
  ...staffActions(["order.deleted", "order.restored"], "customer"),
  ...staffActions(["return.declined", "return.reopened"], "refusal"),
  ...staffActions(["user.updated", "user.deleted", "user.restored"], "name", "email"),
  ...staffActions(["staff.verified"], "appointedBy"),
  ...staffActions(["staff.joined"], "invitedBy"),
  ...staffActions(["invitation.created", "invitation.renewed", "invitation.revoked", "administrator.created"], "email"),
  ...staffActions(["review.deleted", "review.restored"], "name", "comment"),
  ...staffActions(["mail.retried"], "recipient"),
  "order.cancelled": async (tx, { actor, by, order, amount, reason, restocked }) => {
    if (by === "unpaid") {
      const after = { status: "Cancelled", reason: "Not paid in time", restocked }
      await recordAudit(tx, shop, "order.cancelled", order.id, { before: { status: order.status }, after })
    }
    if (actor === null) return
    const byRefund = { before: { status: order.status }, after: { status: "Cancelled", reason: "Refunded in full" } }
    const inFull = {
      before: { status: order.status, refunded: order.refunded_amount },
      after: { status: "Cancelled", refunded: order.refunded_amount + amount, reason, restocked },
      personal: { of: order.user_id, fields: ["reason"] },
    }
    const person = by === "customer" ? customer : actor
    await recordAudit(tx, person, "order.cancelled", order.id, by === "refund" ? byRefund : inFull)
  },
  "order.payment-received": (tx, { order, amount, missing, actor }) =>
    recordAudit(tx, actor ?? shop, "order.payment-received", order.id, { after: { amount, missing } }),
  "order.withdrawn": async (tx, { order, outcome, amount }) => {
    if (outcome === "refunded") await recordAudit(tx, customer, "order.withdrawn", order.id, { after: { amount } })
  },
  // A refund that does not fit is reported again with every reconciliation.
  "refund.made-elsewhere": async (tx, { order, refund: { amount }, fits }) => {
    if (fits) await recordAudit(tx, gateway, "refund.made-elsewhere", order.id, { after: { amount } })
  },
  "refund.failed": async (tx, { refund: { order_id: orderId, payment_id: paymentId, amount }, reason }) => {
    const after = { amount, reason }
    if (orderId) await recordAudit(tx, gateway, "refund.failed", orderId, { after })
    else if (paymentId) await recordAudit(tx, gateway, "refund.failed", paymentId, { kind: "payment", after })
  },
  "payment.rejected": (tx, { payment, intentId, amount, reason }) =>
    recordAudit(tx, shop, "payment.rejected", payment.id, { after: { amount, reason, intentId } }),
  "staff.signed-in": (tx, { user, factors, sessionId }) =>
    recordAudit({ ...tx, origin: { ...tx.origin, sessionId } }, user, "staff.signed-in", user.id, {
      after: { factors },
    }),
  "staff.sign-in-refused": (tx, { user, factor }) =>
    recordAudit(tx, unknownPerson, "staff.sign-in-refused", user.id, { after: { factors: [factor] } }),
  "user.factor-added": (tx, { user, factor, name }) =>
    recordOfStaff(tx, user, "user.factor-added", { after: { factor, passkey: name } }),
  "user.factor-removed": async (tx, { user, factor, name, byOperator }) => {
    if (!byOperator) await recordOfStaff(tx, user, "user.factor-removed", { before: { factor, passkey: name } })
  },
  "user.passkey-suspected": (tx, { user, name }) =>
    recordOfStaff(tx, user, "user.passkey-suspected", { after: { passkey: name } }, unknownPerson),
  "user.recovery-codes-issued": (tx, user) => recordOfStaff(tx, user, "user.recovery-codes-issued"),
  "user.recovery-code-used": (tx, { user, left }) =>
    recordOfStaff(tx, user, "user.recovery-code-used", { after: { left } }),
  "staff.customer-read": (tx, { actor, id }) => recordAudit(tx, actor, "staff.customer-read", id),
  "staff.list-exported": (tx, { actor, ...after }) =>
    recordAudit(tx, actor, "staff.list-exported", newObjectId(tx.now()), { after }),
  "shop.exported": (tx, after) => recordAudit(tx, operator, "shop.exported", newObjectId(tx.now()), { after }),
  "user.closed-account": (tx, user) => {
    const actor = isStaff(user) ? { id: user.id, name: ERASED_NAME } : customer
    return recordAudit({ ...tx, origin: undefined }, actor, "user.closed-account", user.id)
  },
  "user.purged": (tx, { id }) => recordAudit(tx, jobs, "user.purged", id),
  "records.purged": (tx, after) => recordAudit(tx, jobs, "records.purged", newObjectId(tx.now()), { after }),
  "audit.pruned": (tx, after) => recordAudit(tx, jobs, "audit.pruned", newObjectId(tx.now()), { after }),
} satisfies Subscriber & Record<AuditedEvent, unknown>

const unnamed = (name: keyof typeof unnamedActors) => ({ id: null, name: unnamedActors[name] })
const operator = unnamed("operator")
const jobs = unnamed("jobs")
const unknownPerson = unnamed("unknown")
const customer = unnamed("customer")
const shop = unnamed("shop")
const gateway = unnamed("gateway")

/** Customers have second factors too, and those are private. */
async function recordOfStaff(
  tx: Tx,
  user: Actor,
  event: AuditedEvent,
  change: { before?: object; after?: object } = {},
  actor: AuditActor = user,
): Promise<void> {
  const found = await tx.db.selectFrom("users").select("role").where("id", "=", user.id).executeTakeFirst()
  if (!found || !isStaff(found)) return
  await recordAudit(tx, actor, event, user.id, { ...change, personal: { of: user.id, fields: ["passkey"] } })
}

type Act = Omit<StaffAction, "actor"> & { actor: AuditActor }

/** @param personal fields that are erased with the customer's account */
function staffActions<const Name extends AuditedEvent>(events: readonly Name[], ...personal: string[]) {
  const record =
    (event: Name) =>
    (tx: Tx, { actor, id, before, after, customerId: of }: Act) =>
      recordAudit(tx, actor, event, id, {
        before,
        after,
        personal: of === undefined ? undefined : { of, fields: personal },
      })
  return Object.fromEntries(events.map((event) => [event, record(event)])) as Record<Name, ReturnType<typeof record>>
}
