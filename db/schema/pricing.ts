import type { ColumnType, Generated, JSONColumnType } from "kysely"
import type { DefaultJson, NullableJson } from "./columns"
import type { StoredShippingMethod } from "./shipping"

/** See `app/domain/pricing`. */
export interface StoredTax {
  name: string
  rate: number
  amount: number
  /** Whether the price contains it */
  included?: true
}

/** Goods or shipping with the same taxes */
export interface StoredPart {
  /** The net amount */
  net: number
  taxes: { name: string; rate: number; amount: number }[]
  /** Present only if it is untaxed */
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
  /** The base of each tax on shipping; null for orders from before it was stored */
  shipping_parts: NullableJson<StoredPart[]>
  discounts: DefaultJson<StoredDiscount[]>
}

/** See `app/domain/pricing`. */
export interface ChargeColumns {
  adjustments: DefaultJson<{ label: string; amount: number }[]>
  taxes: JSONColumnType<StoredTax[]>
  /** Null if it is taxed, and for orders from before it was stored */
  untaxed_reason: ColumnType<"class" | "place" | null, StoredUntaxedReason | null | undefined, never>
}
