import type { EventName } from "~/domain/events/event"

export const auditKinds = [
  "product",
  "category",
  "discount",
  "order",
  "user",
  "review",
  "payment",
  "mail",
  "page",
  "settings",
  "role",
  "invitation",
  "access",
  "export",
  "import",
  "audit",
] as const
export type AuditKind = (typeof auditKinds)[number]

export interface AuditActor {
  /** The actor's id, or null for `unnamedActors` */
  id: string | null
  name: string
}

/** Actors without an account, by their value in the filter */
export const unnamedActors = {
  operator: "Operator",
  jobs: "Nightly clean-up",
  unknown: "Somebody unknown",
  customer: "The customer",
  shop: "The shop itself",
  gateway: "The payment service",
} as const

/** The filter for actions that refund money, or failed to */
export const REFUNDS = "refunds"

export interface AuditRecord {
  id: number
  at: Date
  actor: AuditActor
  action: string
  kind: AuditKind
  subjectId: string
  subjectName: string | null
  orderNumber: number | null
  /** The origin of the request; null without one of staff */
  origin: { address: string; session: string | null; request: string } | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Whether the entry is a recent deletion that was not restored */
  undoable: boolean
}

/** The events that the log keeps, with the kind of their subject, the label of their entries, and the action that earlier entries have instead */
export const auditedEvents = {
  "product.published": { kind: "product", label: "Published product", formerly: "product.publish" },
  "product.drafted": { kind: "product", label: "Drafted product", formerly: "product.draft" },
  "product.updated": { kind: "product", label: "Updated product", formerly: "product.update" },
  "product.deleted": { kind: "product", label: "Deleted product", formerly: "product.remove" },
  "product.restored": { kind: "product", label: "Restored product", formerly: "product.restore" },
  "category.created": { kind: "category", label: "Created category", formerly: "category.create" },
  "category.updated": { kind: "category", label: "Updated category", formerly: "category.update" },
  "category.moved": { kind: "category", label: "Moved category", formerly: "category.move" },
  "category.deleted": { kind: "category", label: "Deleted category", formerly: "category.remove" },
  "category.restored": { kind: "category", label: "Restored category", formerly: "category.restore" },
  "discount.created": { kind: "discount", label: "Created discount", formerly: "discount.create" },
  "discount.updated": { kind: "discount", label: "Updated discount", formerly: "discount.update" },
  "discount.stopped": { kind: "discount", label: "Stopped discount", formerly: "discount.stop" },
  "discount.resumed": { kind: "discount", label: "Resumed discount", formerly: "discount.resume" },
  "order.shipped": { kind: "order", label: "Marked order as shipped" },
  "order.delivered": { kind: "order", label: "Marked order as delivered" },
  "order.cancelled": { kind: "order", label: "Cancelled order", formerly: "order.cancel" },
  "order.payment-received": { kind: "order", label: "Recorded a payment" },
  "order.payment-undone": { kind: "order", label: "Undid a recorded payment" },
  "order.reopened": { kind: "order", label: "Reopened order" },
  "order.withdrawn": { kind: "order", label: "Withdrew from part of an order", formerly: "order.withdraw" },
  "order.refund-requested": { kind: "order", label: "Refunded order", formerly: "order.refund" },
  "order.refund-proposed": { kind: "order", label: "Asked for a refund", formerly: "order.propose-refund" },
  "order.refund-declined": { kind: "order", label: "Declined a refund", formerly: "order.decline-refund" },
  "refund.made-elsewhere": { kind: "order", label: "Refunded outside the shop", formerly: "order.refund-elsewhere" },
  "refund.failed": { kind: "order", label: "Refund failed", formerly: "order.fail-refund" },
  "payment.rejected": { kind: "payment", label: "Refunded a payment without an order", formerly: "payment.reject" },
  "order.tracked": { kind: "order", label: "Set tracking number", formerly: "order.track" },
  "order.noted": { kind: "order", label: "Wrote a note", formerly: "order.note" },
  "order.access-ended": { kind: "order", label: "Revoked the links to an order", formerly: "order.end-access" },
  "order.deleted": { kind: "order", label: "Deleted order", formerly: "order.remove" },
  "order.restored": { kind: "order", label: "Restored order", formerly: "order.restore" },
  "return.confirmed": {
    kind: "order",
    label: "Confirmed a withdrawal for the customer",
    formerly: "order.confirm-withdrawal",
  },
  "return.received": { kind: "order", label: "Received a return", formerly: "order.receive-return" },
  "return.refunded": { kind: "order", label: "Refunded a return", formerly: "order.refund-return" },
  "return.declined": { kind: "order", label: "Declined a return", formerly: "order.decline-return" },
  "return.reopened": { kind: "order", label: "Undid a step of a return", formerly: "order.reopen-return" },
  "refund.retried": { kind: "payment", label: "Requested a refund again", formerly: "payment.refund" },
  "payout.changed": { kind: "payment", label: "Changed the account of a payout" },
  "payout.exported": { kind: "payment", label: "Wrote a bank file of payouts" },
  "payout.export-undone": { kind: "payment", label: "Took back a bank file of payouts" },
  "payout.finished": { kind: "payment", label: "Marked a payout as paid" },
  "payout.cancelled": { kind: "payment", label: "Cancelled a payout" },
  "payout.reopened": { kind: "payment", label: "Opened a cancelled payout again" },
  "bank-file.read": { kind: "import", label: "Read a bank file" },
  "bank-file.booked": { kind: "import", label: "Recorded the payments of a bank file" },
  "bank-file.deleted": { kind: "import", label: "Discarded a bank file" },
  "bank-line.returned": { kind: "payment", label: "Asked for money to be paid back" },
  "bank-line.ignored": { kind: "payment", label: "Set aside money that is not for an order" },
  "bank-line.reopened": { kind: "payment", label: "Undid the use of money that arrived" },
  "incident.resolved": { kind: "payment", label: "Resolved a payment incident", formerly: "payment.resolve" },
  "user.updated": { kind: "user", label: "Updated user", formerly: "user.update" },
  "user.deleted": { kind: "user", label: "Deleted user", formerly: "user.remove" },
  "user.restored": { kind: "user", label: "Restored user", formerly: "user.restore" },
  "user.signed-out": { kind: "user", label: "Signed user out", formerly: "user.sign-out" },
  "staff.assigned": { kind: "user", label: "Changed role of", formerly: "user.assign" },
  "user.verification-resent": {
    kind: "user",
    label: "Resent the confirmation link to",
    formerly: "user.resend-link",
  },
  "staff.verified": {
    kind: "user",
    label: "Confirmed their address and became an administrator",
    formerly: "user.verify",
  },
  "staff.joined": { kind: "user", label: "Accepted an invitation", formerly: "user.join" },
  "staff.left": { kind: "user", label: "Removed from staff", formerly: "user.leave" },
  "invitation.created": { kind: "invitation", label: "Invited", formerly: "invitation.create" },
  "invitation.renewed": { kind: "invitation", label: "Renewed the invitation of", formerly: "invitation.renew" },
  "invitation.revoked": { kind: "invitation", label: "Revoked the invitation of", formerly: "invitation.revoke" },
  "role.created": { kind: "role", label: "Created role", formerly: "role.create" },
  "role.updated": { kind: "role", label: "Updated role", formerly: "role.update" },
  "role.deleted": { kind: "role", label: "Deleted role", formerly: "role.remove" },
  "administrator.created": { kind: "user", label: "Created an administrator account", formerly: "user.appoint" },
  "administrator.promoted": { kind: "user", label: "Made user an administrator", formerly: "user.promote" },
  "administrator.reset": {
    kind: "user",
    label: "Made user an administrator with a new password",
    formerly: "user.reset",
  },
  "review.deleted": { kind: "review", label: "Deleted review", formerly: "review.remove" },
  "review.restored": { kind: "review", label: "Restored review", formerly: "review.restore" },
  "page.updated": { kind: "page", label: "Updated page", formerly: "page.update" },
  "page.restored": { kind: "page", label: "Restored an earlier version of a page", formerly: "page.restore" },
  "settings.updated": { kind: "settings", label: "Updated settings", formerly: "settings.update" },
  "shipping.updated": { kind: "settings", label: "Updated shipping", formerly: "settings.ship" },
  "taxes.updated": { kind: "settings", label: "Updated taxes", formerly: "settings.tax" },
  "settings.restored": { kind: "settings", label: "Restored earlier settings", formerly: "settings.restore" },
  "numbers.raised": { kind: "settings", label: "Raised the next number", formerly: "settings.number" },
  "option.merged": { kind: "settings", label: "Merged an option", formerly: "settings.merge-option" },
  "option.separated": { kind: "settings", label: "Separated an option", formerly: "settings.separate-option" },
  "search.blocked": { kind: "settings", label: "Blocked a popular search", formerly: "settings.block-search" },
  "search.allowed": { kind: "settings", label: "Allowed a popular search again", formerly: "settings.allow-search" },
  "mail.retried": { kind: "mail", label: "Sent an email again", formerly: "mail.retry" },
  "staff.signed-in": { kind: "access", label: "Signed in", formerly: "access.sign-in" },
  "staff.sign-in-refused": { kind: "access", label: "Sign-in refused", formerly: "access.refuse" },
  "user.factor-added": { kind: "access", label: "Added a second factor", formerly: "access.add-factor" },
  "user.factor-removed": { kind: "access", label: "Removed a second factor", formerly: "access.remove-factor" },
  "user.passkey-suspected": {
    kind: "access",
    label: "Sign-in refused: passkey may have been copied",
    formerly: "access.suspect-passkey",
  },
  "user.recovery-codes-issued": { kind: "access", label: "Created recovery codes", formerly: "access.issue-codes" },
  "user.recovery-code-used": { kind: "access", label: "Used a recovery code", formerly: "access.use-code" },
  "staff.customer-read": { kind: "access", label: "Viewed customer", formerly: "access.read" },
  "staff.list-exported": { kind: "export", label: "Exported a list with personal data", formerly: "export.create" },
  "shop.exported": { kind: "export", label: "Exported a list with personal data" },
  "customers.imported": { kind: "import", label: "Imported customers" },
  "customers.import-undone": { kind: "import", label: "Took back an import of customers" },
  "customers.invitations-started": { kind: "import", label: "Started to invite imported customers" },
  "customers.invitations-stopped": { kind: "import", label: "Stopped inviting imported customers" },
  "user.closed-account": { kind: "user", label: "Erased the account", formerly: "user.erase" },
  "user.purged": { kind: "user", label: "Deleted user permanently", formerly: "user.purge" },
  "records.purged": { kind: "audit", label: "Deleted permanently", formerly: "audit.purge" },
  "audit.pruned": { kind: "audit", label: "Deleted old entries", formerly: "audit.prune" },
} as const satisfies { [Name in EventName]?: { kind: AuditKind; label: string; formerly?: string } }

export type AuditedEvent = keyof typeof auditedEvents

const auditLabels = new Map<string, string>([
  ["order.advance", "Updated order status"],
  ["payment.fail-refund", "Refund of a payment without an order failed"],
  ...Object.entries(auditedEvents).flatMap(([event, { label, ...rest }]): [string, string][] => [
    [event, label],
    ...("formerly" in rest ? [[rest.formerly, label] as [string, string]] : []),
  ]),
])

/** @param action the name of an event, or what earlier entries have instead */
export function auditLabel(action: string): string {
  return auditLabels.get(action) ?? action
}

/** Days in which a deletion can be restored */
export const RESTORE_DAYS = 30

interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export function changesOf({ before, after }: Pick<AuditRecord, "before" | "after">): FieldChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
