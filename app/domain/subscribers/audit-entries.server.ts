import { isStaff } from "~/domain/accounts/actor"
import { type AuditAction, type AuditActor, unnamedActors } from "~/domain/audit/audit"
import { recordAudit } from "~/domain/audit/audit-log.server"
import { ERASED_NAME } from "~/domain/erased-name"
import type { Actor, StaffAct } from "~/domain/events/event"
import { newObjectId } from "~/domain/object-id.server"
import type { Subscriber, Tx } from "~/domain/shop"

export const auditEntries = {
  "product.published": recordAs("product.publish"),
  "product.drafted": recordAs("product.draft"),
  "product.updated": recordAs("product.update"),
  "product.deleted": recordAs("product.remove"),
  "product.restored": recordAs("product.restore"),
  "category.created": recordAs("category.create"),
  "category.updated": recordAs("category.update"),
  "category.moved": recordAs("category.move"),
  "category.deleted": recordAs("category.remove"),
  "category.restored": recordAs("category.restore"),
  "discount.created": recordAs("discount.create"),
  "discount.updated": recordAs("discount.update"),
  "discount.stopped": recordAs("discount.stop"),
  "discount.resumed": recordAs("discount.resume"),
  "order.shipped": recordAs("order.advance"),
  "order.delivered": recordAs("order.advance"),
  "order.cancelled": async (tx, { actor, by, order, reason, restocked }) => {
    if (actor === null) return
    const byRefund = { before: { status: order.status }, after: { status: "Cancelled", reason: "Refunded in full" } }
    const inFull = {
      before: { status: order.status, refunded: order.refunded_amount },
      after: { status: "Cancelled", refunded: order.total_price, reason, restocked },
      personal: { of: order.user_id, fields: ["reason"] },
    }
    const person = by === "customer" ? customer : actor
    await recordAudit(tx, person, "order.cancel", order.id, by === "refund" ? byRefund : inFull)
  },
  "order.withdrawn": async (tx, { order, outcome, amount }) => {
    if (outcome === "refunded") await recordAudit(tx, customer, "order.withdraw", order.id, { after: { amount } })
  },
  "order.refund-requested": recordAs("order.refund", "reason"),
  "order.refund-proposed": recordAs("order.propose-refund", "reason"),
  "order.refund-declined": recordAs("order.decline-refund"),
  // One that does not fit is reported again with every reconciliation.
  "refund.made-elsewhere": async (tx, { order, refund: { amount }, fits }) => {
    if (fits) await recordAudit(tx, gateway, "order.refund-elsewhere", order.id, { after: { amount } })
  },
  "refund.failed": async (tx, { refund: { order_id: orderId, payment_id: paymentId, amount }, reason }) => {
    const after = { amount, reason }
    if (orderId) await recordAudit(tx, gateway, "order.fail-refund", orderId, { after })
    else if (paymentId) await recordAudit(tx, gateway, "payment.fail-refund", paymentId, { after })
  },
  "payment.rejected": (tx, { payment, intentId, amount, reason }) =>
    recordAudit(tx, shop, "payment.reject", payment.id, { after: { amount, reason, intentId } }),
  "order.tracked": recordAs("order.track"),
  "order.noted": recordAs("order.note", "note"),
  "order.access-ended": recordAs("order.end-access"),
  "order.deleted": recordAs("order.remove", "customer"),
  "order.restored": recordAs("order.restore", "customer"),
  "return.confirmed": recordAs("order.confirm-withdrawal"),
  "return.received": recordAs("order.receive-return"),
  "return.refunded": recordAs("order.refund-return"),
  "return.declined": recordAs("order.decline-return", "refusal"),
  "return.reopened": recordAs("order.reopen-return", "refusal"),
  "refund.retried": recordAs("payment.refund"),
  "incident.resolved": recordAs("payment.resolve"),
  "user.updated": recordAs("user.update", "name", "email"),
  "user.deleted": recordAs("user.remove", "name", "email"),
  "user.restored": recordAs("user.restore", "name", "email"),
  "user.signed-out": recordAs("user.sign-out"),
  "staff.assigned": recordAs("user.assign"),
  "user.verification-resent": recordAs("user.resend-link"),
  "staff.verified": recordAs("user.verify", "appointedBy"),
  "staff.joined": recordAs("user.join", "invitedBy"),
  "staff.left": recordAs("user.leave"),
  "invitation.created": recordAs("invitation.create", "email"),
  "invitation.renewed": recordAs("invitation.renew", "email"),
  "invitation.revoked": recordAs("invitation.revoke", "email"),
  "role.created": recordAs("role.create"),
  "role.updated": recordAs("role.update"),
  "role.deleted": recordAs("role.remove"),
  "administrator.created": recordAs("user.appoint", "email"),
  "administrator.promoted": recordAs("user.promote"),
  "administrator.reset": recordAs("user.reset"),
  "review.deleted": recordAs("review.remove", "name", "comment"),
  "review.restored": recordAs("review.restore", "name", "comment"),
  "page.updated": recordAs("page.update"),
  "page.restored": recordAs("page.restore"),
  "settings.updated": recordAs("settings.update"),
  "shipping.updated": recordAs("settings.ship"),
  "taxes.updated": recordAs("settings.tax"),
  "settings.restored": recordAs("settings.restore"),
  "numbers.raised": recordAs("settings.number"),
  "option.merged": recordAs("settings.merge-option"),
  "option.separated": recordAs("settings.separate-option"),
  "search.blocked": recordAs("settings.block-search"),
  "search.allowed": recordAs("settings.allow-search"),
  "mail.retried": recordAs("mail.retry", "recipient"),
  "staff.signed-in": (tx, { user, factors, sessionId }) =>
    recordAudit({ ...tx, origin: { ...tx.origin, sessionId } }, user, "access.sign-in", user.id, {
      after: { factors },
    }),
  "staff.sign-in-refused": (tx, { user, factor }) =>
    recordAudit(tx, strangers, "access.refuse", user.id, { after: { factors: [factor] } }),
  "user.factor-added": (tx, { user, factor, name }) =>
    recordOfStaff(tx, user, "access.add-factor", { after: { factor, passkey: name } }),
  "user.factor-removed": async (tx, { user, factor, name, byOperator }) => {
    if (!byOperator) await recordOfStaff(tx, user, "access.remove-factor", { before: { factor, passkey: name } })
  },
  "user.passkey-suspected": (tx, { user, name }) =>
    recordOfStaff(tx, user, "access.suspect-passkey", { after: { passkey: name } }, strangers),
  "user.recovery-codes-issued": (tx, user) => recordOfStaff(tx, user, "access.issue-codes"),
  "user.recovery-code-used": (tx, { user, left }) => recordOfStaff(tx, user, "access.use-code", { after: { left } }),
  "staff.customer-read": (tx, { actor, id }) => recordAudit(tx, actor, "access.read", id),
  "staff.list-exported": (tx, { actor, ...after }) =>
    recordAudit(tx, actor, "export.create", newObjectId(tx.now()), { after }),
  "shop.exported": (tx, after) => recordAudit(tx, operator, "export.create", newObjectId(tx.now()), { after }),
  "user.closed-account": (tx, user) => {
    const actor = isStaff(user) ? { id: user.id, name: ERASED_NAME } : customer
    return recordAudit({ ...tx, origin: undefined }, actor, "user.erase", user.id)
  },
  "user.purged": (tx, { id }) => recordAudit(tx, jobs, "user.purge", id),
  "records.purged": (tx, after) => recordAudit(tx, jobs, "audit.purge", newObjectId(tx.now()), { after }),
  "audit.pruned": (tx, after) => recordAudit(tx, jobs, "audit.prune", newObjectId(tx.now()), { after }),
} satisfies Subscriber

const unnamed = (name: keyof typeof unnamedActors) => ({ id: null, name: unnamedActors[name] })
const operator = unnamed("operator")
const jobs = unnamed("jobs")
const strangers = unnamed("strangers")
const customer = unnamed("customer")
const shop = unnamed("shop")
const gateway = unnamed("gateway")

/** Customers have second factors too, which are private. */
async function recordOfStaff(
  tx: Tx,
  user: Actor,
  action: AuditAction,
  change: { before?: object; after?: object } = {},
  actor: AuditActor = user,
): Promise<void> {
  const found = await tx.db.selectFrom("users").select("role").where("id", "=", user.id).executeTakeFirst()
  if (!found || !isStaff(found)) return
  await recordAudit(tx, actor, action, user.id, { ...change, personal: { of: user.id, fields: ["passkey"] } })
}

type Act = Omit<StaffAct, "actor"> & { actor: AuditActor }

/** @param fields those that are erased with the customer's account */
function recordAs(action: AuditAction, ...fields: string[]) {
  return (tx: Tx, { actor, id, before, after, customerId: of }: Act) =>
    recordAudit(tx, actor, action, id, { before, after, personal: of === undefined ? undefined : { of, fields } })
}
