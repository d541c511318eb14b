import type { Generated } from "kysely"

export interface PayoutTables {
  payouts: {
    id: string
    /** Null for money that never belonged to an order's total */
    refund_id: string | null
    bank_line_id: string | null
    amount: number
    currency: string
    payee_name: Generated<string>
    /** Null until it is known */
    payee_iban: string | null
    reference: string
    status: Generated<"open" | "exported" | "done" | "cancelled">
    created_at: Generated<Date>
    /** Payouts of one bank file have the same id. */
    export_id: string | null
    exported_at: Date | null
    done_at: Date | null
    done_by: string | null
  }
}
