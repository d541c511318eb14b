import type { ColumnType, Generated, JSONColumnType } from "kysely"
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

/** Goods or shipping that bear the same taxes */
export interface StoredPart {
  /** Without taxes */
  net: number
  taxes: { name: string; rate: number; amount: number }[]
  /** Only where it bears none */
  untaxedReason?: StoredUntaxedReason
}

export type StoredUntaxedReason = "class" | "place" | "shipping"

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
  /** What shipping comes to under each of its taxes; null of orders from before it was stored */
  shipping_parts: NullableJson<StoredPart[]>
  discounts: DefaultJson<StoredDiscount[]>
}

/** See `app/domain/pricing`. */
export interface ChargeColumns {
  adjustments: DefaultJson<{ label: string; amount: number }[]>
  taxes: JSONColumnType<StoredTax[]>
  /** Null if it is taxed, and of orders from before it was stored */
  untaxed_reason: ColumnType<"class" | "place" | null, StoredUntaxedReason | null | undefined, never>
}
