import type { ColumnType, Generated } from "kysely"
import type { StoredTax } from "./pricing"

export interface RefundTables {
  refunds: {
    id: string
    order_id: string | null
    payment_id: string | null
    payment_intent_id: string
    amount: number
    /** As the administrator entered it; null for a payment that could not become an order */
    reason: string | null
    /** The amount of each unit; null for an amount, and for the whole rest */
    units: ColumnType<StoredCredit[] | null, string | null | undefined, never>
    /** The order's units that it writes off as long as it has not failed */
    written_off: ColumnType<ReturnedUnits[] | null, string | null | undefined, never>
    /** See `app/domain/refunds/rejection.ts`. */
    rejection:
      | "out-of-stock"
      | "amount-mismatch"
      | "duplicate"
      | "no-order"
      | "not-shipped"
      | "unknown-place"
      | "discount-gone"
      | null
    /** Names of products */
    sold_out: Generated<string[]>
    /** Names of products */
    discontinued: Generated<string[]>
    status: Generated<"requested" | "succeeded" | "failed">
    /**
     * Null: the gateway refunds it; `bank`: the owner pays it back; `waived`: it was never paid, and ends the claim. Never
     * null for an order that is not paid online.
     */
    payout: ColumnType<"bank" | "waived" | null, "bank" | "waived" | null | undefined, never>
    gateway_refund_id: string | null
    failure: string | null
    refusals: Generated<number>
    requested_by: string | null
    created_at: Generated<Date>
    /** The time zone of the request */
    time_zone: Generated<string>
    settled_at: Date | null
    tries: Generated<number>
    next_try_at: Date | null
  }
}

interface ReturnedUnits {
  line: string
  quantity: number
}

/** See `app/domain/orders/order.ts`. */
interface StoredCredit {
  line: string
  name: string
  quantity: number
  amount: number
  taxes: StoredTax[]
}
