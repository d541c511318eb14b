import type { ColumnType, Generated } from "kysely"

export interface DiscountTables {
  discounts: {
    id: string
    name: string
    /** In the form returned by `normalizeCode`: in capitals and Unicode's form C; null is automatic. */
    code: string | null
    kind: "percent" | "amount" | "shipping"
    /** Millionths */
    percent: number | null
    amount: number | null
    /** Keys */
    categories: Generated<string[]>
    products: Generated<string[]>
    goods_from: number | null
    units_from: number | null
    /** Ids in the pricing rules */
    zones: Generated<string[]>
    first_order: Generated<boolean>
    starts_at: Date | null
    ends_at: Date | null
    max_uses: number | null
    max_uses_per_person: number | null
    stopped_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  discount_uses: {
    checkout_id: string
    discount_id: string
    user_id: string
    email_hash: string
    card_hash: ColumnType<string | null, string | null | undefined, string | null>
    is_beyond_limit: Generated<boolean>
    created_at: Generated<Date>
  }
}
