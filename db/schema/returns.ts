import type { ColumnType, Generated } from "kysely"

export interface ReturnTables {
  returns: {
    id: string
    order_id: string
    kind: "withdrawal" | "return"
    status: Generated<"declared" | "requested" | "received" | "refunded" | "declined">
    name: string
    email: string
    reason: Generated<string>
    /** The items in the customer's words */
    items: Generated<string>
    refusal: string | null
    refund_id: string | null
    created_at: Generated<Date>
    received_at: Date | null
    closed_at: Date | null
    /** The hash of the mailed link that confirms a withdrawal; null once it is confirmed */
    confirm_token_hash: string | null
    /** The network address from which a withdrawal was declared without signing in */
    client_address: string | null
    confirmed_by: "link" | "session" | "shop" | null
  }
  return_lines: {
    return_id: string
    order_line_id: string
    quantity: number
    restocked: Generated<number>
  }
  return_periods: {
    order_id: string
    /** A day such as `2026-12-28`; to be selected as text */
    withdrawal_ends_on: ColumnType<never, string, string>
    return_ends_on: ColumnType<never, string | null, string | null>
  }
}
