/** What an entry of the audit log is about. */
export const auditKinds = ["product", "order", "user", "review", "payment", "mail"] as const
export type AuditKind = (typeof auditKinds)[number]

/** What an administrator did, and what it was like before and after. */
export interface AuditLine {
  id: number
  at: Date
  actor: { id: string; name: string }
  /** Such as `product.update`. */
  action: string
  kind: AuditKind
  subjectId: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** Whether it removed what is still removed, not long ago: then it can be taken back. */
  undoable: boolean
}

export const AUDIT_LINES_PER_PAGE = 10

/** The actions in words; an unknown one speaks for itself. */
export const auditActionNames: Record<string, string> = {
  "product.publish": "Published product",
  "product.update": "Updated product",
  "product.remove": "Deleted product",
  "product.restore": "Restored product",
  "order.advance": "Moved order on",
  "order.refund": "Refunded order",
  "order.track": "Set tracking number",
  "order.note": "Wrote a note",
  "order.remove": "Deleted order",
  "order.restore": "Restored order",
  "user.update": "Updated user",
  "user.remove": "Deleted user",
  "user.restore": "Restored user",
  "user.sign-out": "Signed user out",
  "review.remove": "Deleted review",
  "review.restore": "Restored review",
  "payment.resolve": "Settled a payment's incident",
  "payment.refund": "Asked for a payment's refund again",
  "mail.retry": "Sent a mail again",
}

/** How long a removal can be taken back, in days. */
export const UNDO_DAYS = 30

export interface Change {
  field: string
  before: unknown
  after: unknown
}

/** What differs between before and after, field by field; of what was only made or taken away, every field. */
export function changesOf({ before, after }: Pick<AuditLine, "before" | "after">): Change[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  return [...fields]
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}
