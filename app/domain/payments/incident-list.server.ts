import { sql } from "kysely"
import { jsonObjectFrom } from "kysely/helpers/postgres"
import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { paginate } from "~/domain/lists/paginate.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Incident, IncidentKind } from "./incident"

export async function listIncidents(
  shop: Shop,
  _staff: Staff<"attention.settle">,
  { page }: { page: number },
): Promise<{ incidents: Incident[]; count: number; openCount: number }> {
  const all = shop.db
    .selectFrom("payment_incidents")
    .select((row) => [
      "id",
      sql<IncidentKind>`kind`.as("kind"),
      "detail",
      "payment_intent_id as intentId",
      "order_id as orderId",
      row.selectFrom("orders").select("number").whereRef("orders.id", "=", "order_id").as("orderNumber"),
      jsonObjectFrom(
        row
          .selectFrom("users")
          .select(["users.id", "name", "email", "is_guest as isGuest"])
          .whereRef("users.id", "=", "user_id"),
      ).as("user"),
      "created_at as createdAt",
      "resolved_at as resolvedAt",
    ])
    .orderBy((row) => row("resolved_at", "is not", null))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
  const [{ rows, count }, openCount] = await Promise.all([paginate(shop, all, page), countOpenIncidents(shop)])
  return { incidents: rows, count, openCount }
}

export async function countOpenIncidents({ db }: Shop): Promise<number> {
  const open = db.selectFrom("payment_incidents").where("resolved_at", "is", null)
  return (await open.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count
}

export async function resolveIncident(shop: Shop, staff: Staff<"attention.settle">, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const incident = await tx.db
      .updateTable("payment_incidents")
      .set((row) => ({ resolved_at: row.fn.coalesce("resolved_at", row.val(tx.now())) }))
      .where("id", "=", id)
      .returning(["kind", "detail"])
      .executeTakeFirst()
    if (!incident) throw notFound("There is no such incident")
    await emit(tx, "incident.resolved", { actor: staff, id, after: incident })
  })
}
