import type { Generated, JSONColumnType } from "kysely"
import type { DefaultJson, NullableJson } from "./columns"
import type { StoredShippingMethod } from "./shipping"

/** See `app/domain/pricing`. */
export interface StoredTax {
  name: string
  rate: number
  amount: number
  /** Contained in the price */
  included?: true
}

interface StoredDiscount {
  id: string
  label: string
  amount: number
  shipping: number
}

export interface TotalColumns {
  item_price: number
  discount_price: Generated<number>
  tax_price: number
  shipping_price: number
  total_price: number
  /** Null if there was no choice yet */
  shipping_method: NullableJson<StoredShippingMethod>
  shipping_taxes: DefaultJson<StoredTax[]>
  discounts: DefaultJson<StoredDiscount[]>
}

/** See `app/domain/pricing`. */
export interface ChargeColumns {
  adjustments: DefaultJson<{ label: string; amount: number }[]>
  taxes: JSONColumnType<StoredTax[]>
}
