import { sql } from "kysely"
import type { Day } from "~/domain/days/days"
import { isWithin, storedDay } from "~/domain/days/stored-day.server"
import type { Queryable } from "~/domain/shop"
import type { Period } from "../tax-report.server"

/** A fee of the payment service */
export interface Fee {
  kind: "payment" | "refund" | "dispute"
  day: Day
  intent: string
  /** Null for a payment that could not become an order */
  order: number | null
  /** Cents; negative for a fee that was given back */
  amount: number
  currency: string
}

/** Another program may share the account of the payment service. */
export const ofThisShop = sql`intent_id in (select intent_id from payments)`

export async function findFees({ db }: Queryable, period: Period): Promise<Fee[]> {
  const { rows } = await sql<Fee>`
    select kind, ${storedDay("created_at")} as day, intent_id as intent, amount, currency,
      (select number from orders where payment_intent_id = intent_id) as "order"
    from gateway_fees where ${ofThisShop} and ${isWithin("created_at", period)}
    order by created_at, id`.execute(db)
  return rows
}
