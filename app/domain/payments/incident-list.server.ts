import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import type { Incident, IncidentKind } from "./incident"

interface IncidentFilter {
  /** Only what somebody should look at. */
  open?: boolean
  page?: number
}

const INCIDENTS_PER_PAGE = 10

/** What needed or needs attention: open ones first, newest first; and how many there are on all pages. */
export async function listIncidents(
  shop: Shop,
  _admin: Admin,
  { open = false, page = 1 }: IncidentFilter = {},
): Promise<{ incidents: Incident[]; count: number; openCount: number }> {
  const all = shop.db.selectFrom("payment_incidents")
  const matching = open ? all.where("resolved_at", "is", null) : all
  const [rows, counts] = await Promise.all([
    matching
      .leftJoin("users", "users.id", "payment_incidents.user_id")
      .selectAll("payment_incidents")
      .select(["users.name", "users.email"])
      .orderBy((row) => row("resolved_at", "is not", null))
      .orderBy("payment_incidents.created_at", "desc")
      .orderBy("payment_incidents.id", "desc")
      .limit(INCIDENTS_PER_PAGE)
      .offset((page - 1) * INCIDENTS_PER_PAGE)
      .execute(),
    all
      .select((row) => [
        row.fn.countAll<number>().as("all"),
        row.fn.countAll<number>().filterWhere("resolved_at", "is", null).as("open"),
      ])
      .executeTakeFirstOrThrow(),
  ])
  const incidents = rows.map((row): Incident => {
    return {
      id: row.id,
      kind: row.kind as IncidentKind,
      detail: row.detail,
      intentId: row.payment_intent_id,
      orderId: row.order_id,
      user: row.user_id ? { id: row.user_id, name: row.name ?? "", email: row.email ?? "" } : null,
      createdAt: row.created_at,
      resolvedAt: row.resolved_at,
    }
  })
  return { incidents, count: open ? counts.open : counts.all, openCount: counts.open }
}

/** An administrator has seen to it. @throws ShopError `notFound` */
export async function resolveIncident(shop: Shop, admin: Admin, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const incident = await tx.db
      .updateTable("payment_incidents")
      .set((row) => ({ resolved_at: row.fn.coalesce("resolved_at", row.val(tx.now())) }))
      .where("id", "=", id)
      .returning(["kind", "detail"])
      .executeTakeFirst()
    if (!incident) throw notFound("There is no such incident")
    await recordAudit(tx, admin, "payment.resolve", id, { after: incident })
  })
}
