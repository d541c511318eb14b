import { newObjectId } from "../object-id.server"
import type { Books } from "../shop"
import type { IncidentKind } from "./incident"

interface NewIncident {
  kind: IncidentKind
  intentId: string | null
  userId: string | null
  orderId?: string | null
  checkoutId?: string | null
  /** One sentence for the administrators. */
  detail: string
  /** It is over already, and only worth knowing. */
  settled?: boolean
}

/** These are facts as long as they are noted: an administrator's tick does not make them go away. */
const persistent = new Set<IncidentKind>(["refund-failed", "payment-stuck", "refunded-elsewhere"])

/** Notes once, for each kind and intent, what an administrator should know of. */
export async function noteIncident(books: Books, incident: NewIncident): Promise<void> {
  const { kind, detail } = incident
  await books.db
    .insertInto("payment_incidents")
    .values({
      id: newObjectId(books.now()),
      kind,
      detail,
      payment_intent_id: incident.intentId,
      user_id: incident.userId,
      order_id: incident.orderId ?? null,
      checkout_id: incident.checkoutId ?? null,
      created_at: books.now(),
      resolved_at: incident.settled ? books.now() : null,
    })
    .onConflict((conflict) => {
      const known = conflict.columns(["kind", "payment_intent_id"])
      return persistent.has(kind) && !incident.settled
        ? known.doUpdateSet({ detail, resolved_at: null })
        : known.doNothing()
    })
    .execute()
}

/** What was open about an intent has settled itself. */
export async function settleIncident(books: Books, kind: IncidentKind, intentId: string): Promise<void> {
  await books.db
    .updateTable("payment_incidents")
    .set({ resolved_at: books.now() })
    .where("payment_intent_id", "=", intentId)
    .where("kind", "=", kind)
    .where("resolved_at", "is", null)
    .execute()
}
