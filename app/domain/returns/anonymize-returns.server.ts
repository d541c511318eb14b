import { sql } from "kysely"
import { ERASED_NAME } from "../erased-name"
import type { Tx } from "../shop"

const DECLINED_BY_SHOP = "Declined by the shop"

/** Empties what names a person in the returns of anonymized orders. */
export async function anonymizeReturns({ db }: Tx): Promise<void> {
  const refusal = sql<string | null>`case when refusal is not null then ${DECLINED_BY_SHOP} end`
  await db
    .updateTable("returns")
    .from("orders")
    .set({ name: "", email: "", reason: "", items: "", refusal })
    .whereRef("orders.id", "=", "returns.order_id")
    .where("orders.user_name", "=", ERASED_NAME)
    .where((row) => row.or([row("returns.email", "<>", ""), row("refusal", "<>", DECLINED_BY_SHOP)]))
    .execute()
}
