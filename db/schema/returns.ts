import type { Generated } from "kysely"

export interface ReturnTables {
  returns: {
    id: string
    order_id: string
    kind: "withdrawal" | "return"
    status: Generated<"requested" | "received" | "refunded" | "declined">
    name: string
    email: string
    reason: Generated<string>
    /** Which items are meant, in the customer's words */
    items: Generated<string>
    refusal: string | null
    refund_id: string | null
    created_at: Generated<Date>
    received_at: Date | null
    closed_at: Date | null
  }
  return_lines: {
    return_id: string
    order_line_id: string
    quantity: number
    restocked: Generated<number>
  }
}
