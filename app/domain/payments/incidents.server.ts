import { sql } from "kysely"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Shop, Tx } from "~/domain/shop"
import type { IncidentKind, NewIncident } from "./incident"

/** A new occurrence reopens these after an administrator resolved them. */
const reopenable = new Set<IncidentKind>(["refund-failed", "payment-stuck", "refunded-elsewhere"])

/** Another dispute of the same payment reopens these; the events of one arrive twice, and in any order. */
const reopenedByOthers = new Set<IncidentKind>(["disputed", "dispute-lost"])

export async function recordIncident(tx: Tx, incident: NewIncident): Promise<void> {
  const { kind, detail, occurrence = null } = incident
  const recorded = await tx.db
    .insertInto("payment_incidents")
    .values({
      id: newObjectId(tx.now()),
      kind,
      detail,
      occurrence,
      payment_intent_id: incident.intentId,
      user_id: incident.userId,
      order_id: incident.orderId ?? null,
      checkout_id: incident.checkoutId ?? null,
      created_at: tx.now(),
      resolved_at: incident.resolved ? tx.now() : null,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(["kind", "payment_intent_id"])
      const reopened = known.doUpdateSet({ detail, occurrence, resolved_at: null })
      if (incident.resolved) return known.doNothing()
      if (reopenable.has(kind)) return reopened
      if (!reopenedByOthers.has(kind)) return known.doNothing()
      return reopened.where("payment_incidents.occurrence", "is distinct from", occurrence)
    })
    .returning("id")
    .executeTakeFirst()
  if (recorded && !incident.resolved) await emit(tx, "incident.opened", { id: recorded.id, ...incident })
}

/** Incidents resolved by an earlier release have no occurrence. */
export async function isIncidentResolved(
  tx: Tx,
  { kind, intentId, occurrence }: { kind: IncidentKind; intentId: string; occurrence: string },
): Promise<boolean> {
  const found = await tx.db
    .selectFrom("payment_incidents")
    .select("id")
    .where("kind", "=", kind)
    .where("payment_intent_id", "=", intentId)
    .where((incident) => incident.or([incident("occurrence", "=", occurrence), incident("occurrence", "is", null)]))
    .where("resolved_at", "is not", null)
    .executeTakeFirst()
  return found !== undefined
}

/** Resolves an occurrence, unless a later one has reopened the incident. */
export async function autoResolveIncident(
  tx: Tx,
  kind: IncidentKind,
  intentId: string,
  occurrence: string | null = null,
): Promise<void> {
  await tx.db
    .updateTable("payment_incidents")
    .set({ resolved_at: tx.now() })
    .where("payment_intent_id", "=", intentId)
    .where("kind", "=", kind)
    .where("resolved_at", "is", null)
    .where(sql<boolean>`coalesce(occurrence = ${occurrence}, true)`)
    .execute()
}

/**
 * Resolves the incident of a payment without an order, and that of failed refunds if those requested since the first
 * failure cover the amount; others had another purpose.
 */
export async function resolveRefundedIncidents({ db, now }: Tx, intentId: string): Promise<void> {
  const isEachMadeAgain = sql<boolean>`(
    select failed.amount <= (
      select coalesce(sum(refunds.amount), 0) from refunds
      where payment_intent_id = ${intentId} and status = 'succeeded' and created_at >= since)
    from (
      select coalesce(sum(amount), 0) as amount, min(settled_at) as since from refunds
      where payment_intent_id = ${intentId} and status = 'failed') failed)`
  await db
    .updateTable("payment_incidents")
    .set({ resolved_at: now() })
    .where("payment_intent_id", "=", intentId)
    .where("resolved_at", "is", null)
    .where(sql<boolean>`(kind = 'paid-without-order' or (kind = 'refund-failed' and ${isEachMadeAgain}))`)
    .execute()
}

/** Resolves incidents of payments that took too long, once they are paid or cancelled. */
export async function resolveSettledPayments({ db, now }: Shop): Promise<void> {
  await db
    .updateTable("payment_incidents")
    .set({ resolved_at: now() })
    .where("kind", "=", "payment-stuck")
    .where("resolved_at", "is", null)
    .where(
      sql<boolean>`exists (select from payments where gateway_id = payment_incidents.payment_intent_id and status <> 'open')`,
    )
    .execute()
}
