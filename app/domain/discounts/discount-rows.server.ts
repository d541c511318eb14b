import type { Selectable } from "kysely"
import type { Tables } from "~db/schema"
import type { DiscountRule } from "./discount"

type StoredTerms = Omit<Selectable<Tables["discounts"]>, "id" | "stopped_at" | "created_at" | "updated_at">

export function toDiscountRule(row: Selectable<Tables["discounts"]>): DiscountRule {
  return { id: row.id, ...toDiscountTerms(row), stoppedAt: row.stopped_at }
}

export function toDiscountTerms(row: StoredTerms): Omit<DiscountRule, "id" | "stoppedAt"> {
  const { name, code, kind, percent, amount, categories, products, zones } = row
  return {
    ...{ name, code, kind, percent, amount, categories, products, zones },
    goodsFrom: row.goods_from,
    unitsFrom: row.units_from,
    firstOrder: row.first_order,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    maxUsesPerPerson: row.max_uses_per_person,
  }
}
