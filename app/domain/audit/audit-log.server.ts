import type { Admin } from "../accounts/user"
import type { Tx } from "../shop"
import type { AuditAction, AuditKind } from "./audit"

interface AuditChange {
  before?: object | null
  after?: object | null
}

/** Writes down what an administrator did to what, by its id; belongs into the transaction of the deed itself. */
export async function recordAudit(
  tx: Tx,
  actor: Pick<Admin, "id" | "name">,
  action: AuditAction,
  subjectId: string,
  { before, after }: AuditChange = {},
): Promise<void> {
  await tx.db
    .insertInto("audit_log")
    .values({
      at: tx.now(),
      actor_id: actor.id,
      actor_name: actor.name,
      action,
      subject_kind: action.split(".")[0] as AuditKind,
      subject_id: subjectId,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

/**
 * The same for what the operator of the machine did to an account, by a command or the configuration. Operators have no
 * account of their own: the entry stands under the one it is about.
 */
export async function recordOperatorAudit(
  tx: Tx,
  action: AuditAction,
  userId: string,
  change: AuditChange,
): Promise<void> {
  await recordAudit(tx, { id: userId, name: "Operator" }, action, userId, change)
}
