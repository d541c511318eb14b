import { notifyOwner } from "~/domain/mail/owner-notifications.server"
import { newObjectId } from "../object-id.server"
import type { Tx } from "../shop"
import { type IncidentKind, incidentNames } from "./incident"

interface NewIncident {
  kind: IncidentKind
  intentId: string | null
  userId: string | null
  orderId?: string | null
  checkoutId?: string | null
  /** One sentence for the administrators. */
  detail: string
  /** What tells this time from an earlier one of the same kind and intent: the owner hears of each. */
  occurrence?: string
  /** It is over already, and only worth knowing. */
  resolved?: boolean
}

/** These are facts as long as they are noted: an administrator's tick does not make them go away. */
const reopenable = new Set<IncidentKind>(["refund-failed", "payment-stuck", "refunded-elsewhere"])

/**
 * Notes once, for each kind and intent, what an administrator should know of, and tells the owner of what is open.
 * Belongs in a transaction.
 */
export async function recordIncident(tx: Tx, incident: NewIncident): Promise<void> {
  const { kind, detail } = incident
  const recorded = await tx.db
    .insertInto("payment_incidents")
    .values({
      id: newObjectId(tx.now()),
      kind,
      detail,
      occurrence: incident.occurrence ?? null,
      payment_intent_id: incident.intentId,
      user_id: incident.userId,
      order_id: incident.orderId ?? null,
      checkout_id: incident.checkoutId ?? null,
      created_at: tx.now(),
      resolved_at: incident.resolved ? tx.now() : null,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(["kind", "payment_intent_id"])
      return reopenable.has(kind) && !incident.resolved
        ? known.doUpdateSet({ detail, occurrence: incident.occurrence ?? null, resolved_at: null })
        : known.doNothing()
    })
    .returning("id")
    .executeTakeFirst()
  if (recorded && !incident.resolved) await notifyOwnerOfIncident(tx, recorded.id, incident)
}

/** Once for each occasion, however often it is noted. */
async function notifyOwnerOfIncident(
  tx: Tx,
  id: string,
  { kind, detail, orderId, intentId, occurrence }: NewIncident,
): Promise<void> {
  const about = [orderId && `order ${orderId}`, intentId && `payment ${intentId}`].filter(Boolean).join(", ")
  await notifyOwner(
    tx,
    ["incident", id, occurrence].filter(Boolean).join("-"),
    {
      summary: `${incidentNames[kind]}${about ? `: ${about}` : ""}`,
      paragraphs: [detail],
      action: { label: "See what needs attention", path: "/admin/attention" },
    },
    [],
  )
}

/** Whether this very occurrence has been resolved. Those that an earlier release resolved cannot be distinguished. */
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

/** What was open about an intent has settled itself. */
export async function autoResolveIncident(tx: Tx, kind: IncidentKind, intentId: string): Promise<void> {
  await tx.db
    .updateTable("payment_incidents")
    .set({ resolved_at: tx.now() })
    .where("payment_intent_id", "=", intentId)
    .where("kind", "=", kind)
    .where("resolved_at", "is", null)
    .execute()
}
