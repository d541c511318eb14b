import type { ColumnType, Generated } from "kysely"

export interface PaymentTables {
  payments: {
    id: string
    user_id: string
    checkout_id: string | null
    kind: "intent" | "hosted"
    amount: number
    status: Generated<"open" | "cancelled" | "succeeded">
    gateway_id: string | null
    intent_id: string | null
    created_at: Generated<Date>
    closed_at: Date | null
    last_polled_at: Date | null
    /** The number of declined cards */
    declines: Generated<number>
    /** Their charges at the gateway, where its own form took the card */
    declined_charges: Generated<string[]>
    cancelling_since: Date | null
    /** The digests of the terms in force when it was opened, by law; null for a payment with a checkout */
    agreed_terms: ColumnType<
      Partial<Record<"eu" | "uk", string>> | null,
      Partial<Record<"eu" | "uk", string>> | null | undefined,
      never
    >
    /** The methods that the gateway may offer; null for cards only */
    methods: ColumnType<string[] | null, string[] | null | undefined, never>
    /** The method used, once the gateway reports it */
    method: string | null
    processing_since: Date | null
  }
  gateway_fees: {
    /** The gateway's id of the entry in its ledger */
    id: string
    kind: "payment" | "refund" | "dispute"
    intent_id: string
    /** The gateway's id of the refund or dispute */
    occurrence: string | null
    /** Cents; negative for a fee that it gave back */
    amount: number
    currency: string
    created_at: Date
    time_zone: Generated<string>
  }
  shop_identity: {
    one: Generated<boolean>
    id: Generated<string>
    created_at: Generated<Date>
  }
  payment_incidents: {
    id: string
    kind: string
    payment_intent_id: string | null
    checkout_id: string | null
    order_id: string | null
    user_id: string | null
    detail: string
    /** The gateway's id of the refund or dispute */
    occurrence: string | null
    created_at: Generated<Date>
    resolved_at: Date | null
  }
}
