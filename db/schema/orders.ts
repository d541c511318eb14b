import type { ColumnType, Generated, JSONColumnType } from "kysely"
import type { ChargeColumns, TotalColumns } from "./pricing"
import type { StoredShippingInfo } from "./shipping"

export type PaymentMethod = "online" | "transfer" | "collection" | "delivery"

export interface OrderTables {
  orders: TotalColumns & {
    id: string
    number: Generated<number>
    currency: string
    user_id: string
    user_name: string
    user_email: string
    checkout_id: string | null
    payment_intent_id: string
    payment_status: "succeeded" | "refunded" | "awaiting"
    payment_method: Generated<PaymentMethod>
    /** Included in `shipping_price` */
    payment_fee: Generated<number>
    /** The end of the time for which an unpaid order keeps its units */
    payment_due_at: Date | null
    /** Null while it awaits payment, for earlier orders, and for orders that were paid online */
    paid_at: Date | null
    payment_reminded_at: Date | null
    /** For orders that are not paid online: the time when it was paid or shipped, whichever was first. Set by a trigger */
    sold_at: ColumnType<Date | null, never, never>
    status: Generated<"Processing" | "Shipped" | "Delivered" | "Cancelled">
    shipping_info: JSONColumnType<StoredShippingInfo>
    refunded_amount: Generated<number>
    tracking_number: string | null
    /** The name of one of the settings' carriers */
    carrier: string | null
    created_at: Generated<Date>
    /** The time zone of the purchase */
    time_zone: Generated<string>
    shipped_at: Date | null
    delivered_at: Date | null
    cancelled_at: Date | null
    cancellation_reason: string | null
    /** The terms that the buyer agreed to, where a law gives a right of withdrawal */
    agreed_text_digest: ColumnType<string | null, string | null | undefined, never>
    deleted_at: Date | null
  }
  received_payments: {
    id: string
    order_id: string
    amount: number
    received_at: Date
    created_at: Generated<Date>
    /** Null if no person recorded it */
    recorded_by: string | null
    /** The entry of the bank's file that it was matched with */
    bank_line_id: string | null
    undone_at: Date | null
    undone_by: string | null
  }
  order_lines: ChargeColumns & {
    id: string
    order_id: string
    position: number
    product_id: string
    variant_id: string
    name: string
    price: number
    quantity: number
    returned_quantity: Generated<number>
    written_off_quantity: Generated<number>
    sent_quantity: number | null
    picture_id: string | null
    withdrawal_exemption: ColumnType<string | null, string | null | undefined, never>
  }
  order_links: {
    token_hash: string
    order_id: string
    created_at: Generated<Date>
  }
  /** Written by triggers; a day has several rows until they are merged. */
  sales_by_day: {
    day: ColumnType<Date, never, never>
    orders: number
    total: number
    refunded: number
  }
  order_notes: {
    id: string
    order_id: string
    author_id: string
    author_name: string
    text: string
    created_at: Generated<Date>
  }
  refund_requests: {
    id: string
    order_id: string
    amount: number
    /** See `app/domain/orders/cancellation/refund-requests.server.ts`. */
    request: JSONColumnType<Record<string, unknown>, string, string>
    requested_by: string
    created_at: Generated<Date>
  }
}
