import type { Admin } from "../accounts/user"
import type { Books } from "../shop"
import type { AuditKind } from "./audit"

export interface AuditEntry {
  /** What was done, as `product.update` or `review.remove`. */
  action: string
  subjectKind: AuditKind
  subjectId: string
  before?: object | null
  after?: object | null
}

/** Writes down what an administrator did; belongs into the transaction of the deed itself. */
export async function recordAudit(books: Books, admin: Admin, entry: AuditEntry): Promise<void> {
  await books.db
    .insertInto("audit_log")
    .values({
      at: books.now(),
      actor_id: admin.id,
      actor_name: admin.name,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
    })
    .execute()
}
