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
  "audit",
] as const
export type AuditKind = (typeof auditKinds)[number]

/** Such as `product.update`. */
export type AuditAction = `${AuditKind}.${string}`

export interface AuditActor {
  /** Null for those of `unnamedActors` */
  id: string | null
  name: string
}

/** Who acts without an account, by their value in the filter */
export const unnamedActors = {
  operator: "Operator",
  jobs: "Nightly clean-up",
  strangers: "Somebody unknown",
  customer: "The customer",
  shop: "The shop itself",
  gateway: "The payment service",
} as const

/** In the filter: actions that refund money, or failed to */
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
  /** Null without a request of staff */
  origin: { address: string; session: string | null; request: string } | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Whether it is a recent deletion that was not restored */
  undoable: boolean
}

export const auditActionNames: Record<string, string> = {
  "product.publish": "Published product",
  "product.draft": "Drafted product",
  "product.update": "Updated product",
  "product.remove": "Deleted product",
  "product.restore": "Restored product",
  "category.create": "Created category",
  "category.update": "Updated category",
  "category.move": "Moved category",
  "category.remove": "Deleted category",
  "category.restore": "Restored category",
  "discount.create": "Created discount",
  "discount.update": "Updated discount",
  "discount.stop": "Stopped discount",
  "discount.resume": "Resumed discount",
  "order.advance": "Updated order status",
  "order.refund": "Refunded order",
  "order.propose-refund": "Asked for a refund",
  "order.decline-refund": "Declined a refund",
  "order.refund-elsewhere": "Refunded outside of the shop",
  "order.fail-refund": "Could not refund",
  "order.withdraw": "Withdrew from a part",
  "order.cancel": "Cancelled order",
  "order.confirm-withdrawal": "Confirmed a withdrawal for the customer",
  "order.receive-return": "Received a return",
  "order.refund-return": "Refunded a return",
  "order.decline-return": "Declined a return",
  "order.reopen-return": "Took back a step of a return",
  "order.track": "Set tracking number",
  "order.note": "Wrote a note",
  "order.end-access": "Ended the links to an order",
  "order.remove": "Deleted order",
  "order.restore": "Restored order",
  "user.update": "Updated user",
  "user.remove": "Deleted user",
  "user.restore": "Restored user",
  "user.erase": "Erased the account",
  "user.purge": "Deleted user for good",
  "user.sign-out": "Signed user out",
  "user.appoint": "Created an administrator account",
  "user.promote": "Made user an administrator",
  "user.reset": "Made user an administrator with a new password",
  "user.assign": "Gave another role",
  "user.resend-link": "Sent the link again that confirms the address of",
  "user.verify": "Confirmed their address and became an administrator",
  "user.join": "Accepted an invitation",
  "user.leave": "Ended the work of",
  "invitation.create": "Invited",
  "invitation.renew": "Renewed the invitation of",
  "invitation.revoke": "Revoked the invitation of",
  "role.create": "Created role",
  "role.update": "Updated role",
  "role.remove": "Deleted role",
  "review.remove": "Deleted review",
  "review.restore": "Restored review",
  "payment.resolve": "Resolved a payment incident",
  "payment.refund": "Requested a refund again",
  "payment.reject": "Gave back a payment without an order",
  "payment.fail-refund": "Could not give back a payment",
  "mail.retry": "Sent an email again",
  "page.update": "Updated page",
  "page.restore": "Restored an earlier version of a page",
  "settings.update": "Updated settings",
  "settings.restore": "Restored earlier settings",
  "settings.merge-option": "Merged an option",
  "settings.separate-option": "Separated an option",
  "settings.ship": "Updated shipping",
  "settings.number": "Raised the next number",
  "settings.tax": "Updated taxes",
  "settings.block-search": "Blocked a popular search",
  "settings.allow-search": "Allowed a popular search again",
  "access.sign-in": "Signed in",
  "access.refuse": "Was refused to sign in",
  "access.add-factor": "Added a second factor",
  "access.remove-factor": "Removed a second factor",
  "access.suspect-passkey": "Was refused: a passkey may be copied",
  "access.issue-codes": "Made recovery codes",
  "access.use-code": "Used a recovery code",
  "access.read": "Looked at the customer",
  "export.create": "Exported a list with people",
  "audit.prune": "Deleted old entries",
  "audit.purge": "Deleted for good",
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
