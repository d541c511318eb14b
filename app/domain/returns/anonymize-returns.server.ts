import { sql } from "kysely"
import { ERASED_NAME } from "~/domain/erased-name"
import type { Tx } from "~/domain/shop"

const DECLINED_BY_SHOP = "Declined by the shop"

/** Clears personal data in the returns of anonymized orders, and closes withdrawals that were never confirmed. */
export async function anonymizeReturns({ db, now }: Tx): Promise<void> {
  const isDeclared = sql<boolean>`returns.status = 'declared'`
  const refusal = sql<string | null>`case when refusal is not null or ${isDeclared} then ${DECLINED_BY_SHOP} end`
  const closed = {
    status: sql<"declined">`case when ${isDeclared} then 'declined' else returns.status end`,
    closed_at: sql<Date | null>`case when ${isDeclared} then ${now()} else closed_at end`,
  }
  await db
    .updateTable("returns")
    .from("orders")
    .set({
      name: "",
      email: "",
      reason: "",
      items: "",
      refusal,
      client_address: null,
      confirm_token_hash: null,
      ...closed,
    })
    .whereRef("orders.id", "=", "returns.order_id")
    .where("orders.user_name", "=", ERASED_NAME)
    .where((row) => row.or([row("returns.email", "<>", ""), row("refusal", "<>", DECLINED_BY_SHOP)]))
    .execute()
}
