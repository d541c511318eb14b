import { sql } from "kysely"
import type { FeeList, GatewayFee } from "~/domain/payments/gateway"
import type { Database } from "~db/database.server"

const MAX_LISTED = 1_000

/** Lists invented fees of 1.5 % and 25 cents for each payment; refunds cost nothing, as at Stripe. */
export async function listSandboxFees(db: Database, from: Date, until: Date): Promise<FeeList> {
  const { rows } = await sql<GatewayFee>`
    select 'txn_' || id as id, 'payment' as kind, id as "intentId", null as occurrence,
      (amount::bigint * 15 + 500) / 1000 + 25 as amount, upper(currency) as currency, updated_at as "createdAt"
    from sandbox_intents where status = 'succeeded' and updated_at between ${from} and ${until}
    order by updated_at desc, id limit ${MAX_LISTED}`.execute(db)
  const fees = rows.map((row) => ({ ...row, amount: Number(row.amount) }))
  return { fees, cutAt: rows.length < MAX_LISTED ? null : (fees.at(-1)?.createdAt ?? null) }
}
