import type { ColumnType, Generated, JSONColumnType } from "kysely"
import type { PaymentMethod } from "./orders"
import type { ChargeColumns, TotalColumns } from "./pricing"
import type { StoredShippingInfo } from "./shipping"

export interface CheckoutTables {
  saved_cart_lines: {
    user_id: string
    variant_id: string
    quantity: number
    position: Generated<number>
  }
  checkouts: TotalColumns & {
    id: string
    currency: string
    user_id: string
    status: Generated<"held" | "processing" | "completed" | "released" | "refunded">
    shipping_info: JSONColumnType<StoredShippingInfo>
    source: Generated<"page" | "api">
    client_address: string | null
    created_at: Generated<Date>
    hold_expires_at: Date
    closed_at: Date | null
    payment_method: Generated<PaymentMethod>
    /** Included in `shipping_price` */
    payment_fee: Generated<number>
    agreed_text_digest: ColumnType<string | null, string | null | undefined, string>
  }
  /** Terms and instructions on withdrawal, by a hash of both forms */
  agreed_texts: {
    digest: string
    body_text: string
    body_html: string
    created_at: Generated<Date>
  }
  checkout_lines: ChargeColumns & {
    checkout_id: string
    position: number
    product_id: string
    variant_id: string
    name: string
    price: number
    quantity: number
    picture_id: string | null
    /** The reason why the right of withdrawal does not apply */
    withdrawal_exemption: ColumnType<string | null, string | null | undefined, never>
  }
  gateway_cursors: {
    name: string
    seen_until: Date
  }
}
