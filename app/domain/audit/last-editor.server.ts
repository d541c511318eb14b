import type { Queryable } from "~/domain/shop"
import type { AuditKind } from "./audit"

export async function findLastEditor(shop: Queryable, kind: AuditKind, id: string): Promise<string | null> {
  const entry = await shop.db
    .selectFrom("audit_log")
    .select("actor_name")
    .where("subject_kind", "=", kind)
    .where("subject_id", "=", id)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst()
  return entry?.actor_name ?? null
}
