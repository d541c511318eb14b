import type { ColumnType, Generated, JSONColumnType } from "kysely"

export interface AdapterTables {
  sandbox_intents: {
    id: string
    idempotency_key: string
    client_secret: string
    amount: number
    currency: string
    status: Generated<"requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled">
    metadata: JSONColumnType<Record<string, string>>
    card_fingerprint: ColumnType<string | null, string | null | undefined, string | null>
    /** The methods that the buyer may choose */
    methods: Generated<string[]>
    method: string | null
    /** When a payment that is processing is decided, and how */
    decides_at: Date | null
    succeeds: boolean | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  sandbox_refunds: {
    id: string
    intent_id: string
    idempotency_key: string
    amount: number
    /** When a deferred refund arrives */
    arrives_at: Date | null
    created_at: Generated<Date>
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: number | null
  }
}
