import { type Selectable, sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import { matchesText } from "~/domain/lists/matches-text.server"
import { paginate } from "~/domain/lists/paginate.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { type DiscountStatus, discountStatus } from "./discount"
import type { DiscountFilter } from "./discount-filter"
import { type DiscountRule, toDiscountRule } from "./discount-record"

export interface DiscountRecord extends DiscountRule {
  uses: number
  status: DiscountStatus
}

type Reader = Staff<"discounts.see">

export async function listDiscounts(
  shop: Shop,
  _staff: Reader,
  filter: DiscountFilter,
): Promise<{ discounts: DiscountRecord[]; count: number }> {
  const { rows, count } = await paginate(shop, matchingDiscounts(shop, filter), filter.page)
  return { discounts: rows.map((row) => toRecord(shop, row)), count }
}

export async function findDiscountIds(shop: Shop, _staff: Reader, filter: DiscountFilter): Promise<string[]> {
  const rows = await matchingDiscounts(shop, filter).clearSelect().select("discounts.id").execute()
  return rows.map(({ id }) => id)
}

/** @throws ShopError `notFound` */
export async function findDiscount(shop: Shop, _staff: Reader, id: string): Promise<DiscountRecord> {
  const row = discountsWithUses(shop).where("discounts.id", "=", id)
  return toRecord(shop, await row.executeTakeFirstOrThrow(() => notFound("There is no such discount")))
}

/** Counts the orders and open checkouts that count towards the limits. */
function discountsWithUses({ db }: Shop) {
  const uses = sql<number>`(
    select count(*)::integer from discount_uses where discount_id = discounts.id and not is_beyond_limit)`
  return db.selectFrom("discounts").selectAll("discounts").select(uses.as("uses"))
}

function matchingDiscounts(shop: Shop, { search, by, sort }: DiscountFilter) {
  const direction = sort.startsWith("-") ? "desc" : "asc"
  const column = sort.endsWith("name") ? inDictionaryOrder(sql`discounts.name`) : sql`discounts.created_at`
  let matching = discountsWithUses(shop).orderBy(column, direction).orderBy("discounts.id", direction)
  if (by) matching = matching.where("code", by === "code" ? "is not" : "is", null)
  if (!search) return matching
  const text = sql<string>`name_text(concat_ws(' ', discounts.name, code))`
  return matching.where(matchesText({ text, name: sql`concat_ws(' ', discounts.name, code)` }, search))
}

function toRecord(shop: Shop, row: Selectable<Tables["discounts"]> & { uses: number }): DiscountRecord {
  const rule = toDiscountRule(row)
  return { ...rule, uses: row.uses, status: discountStatus(rule, row.uses, shop.now()) }
}
