import type { Selectable } from "kysely"
import type { DiscountsTable } from "~db/schema"
import type { DiscountRule } from "./discount"

export function toDiscountRule(row: Selectable<DiscountsTable>): DiscountRule {
  const { id, name, code, kind, percent, amount, categories, products, zones } = row
  return {
    ...{ id, name, code, kind, percent, amount, categories, products, zones },
    goodsFrom: row.goods_from,
    unitsFrom: row.units_from,
    firstOrder: row.first_order,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    maxUsesPerPerson: row.max_uses_per_person,
    stoppedAt: row.stopped_at,
  }
}
