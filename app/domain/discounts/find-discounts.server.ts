import { sql } from "kysely"
import type { Visitor } from "~/domain/accounts/actor"
import type { Days } from "~/domain/days/days"
import { formatMoney } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"
import type { PricedLine } from "~/domain/pricing/charges"
import type { LocalRules } from "~/domain/pricing/local-rules"
import type { Quote } from "~/domain/pricing/quote"
import type { Queryable } from "~/domain/shop"
import { discountStatus, normalizeCode, usesPerPerson } from "./discount"
import { type DiscountRule, toDiscountRule } from "./discount-record"
import { isBetter, quoteDiscounted } from "./discounted-quote"
import { type BasketLine, reasonNotToApply, type Shopper, type Uses } from "./eligibility"
import { hasOrdered } from "./has-ordered.server"

/** Discounts that may apply, before the lines and the destination are known */
export interface FoundDiscounts {
  automatic: readonly DiscountRule[]
  /** The code as entered, or `""` */
  typed: string
  code: DiscountRule | null
  shopper: Shopper
}

const unknownShopper: Shopper = { isVerified: false, hasOrdered: false, usesOf: () => ({ all: 0, own: 0 }) }

/** Queries nothing if there are neither automatic discounts nor a code. */
export async function findDiscounts(shop: Queryable, user: Visitor, typed = ""): Promise<FoundDiscounts> {
  const now = shop.now()
  const automatic = shop.discounts.current.filter((rule) => discountStatus(rule, 0, now) === "running")
  const code = typed === "" ? null : await findByCode(shop, typed)
  const counted = [...automatic, ...(code ? [code] : [])].filter(isLimited)
  const shopper = counted.length === 0 ? unknownShopper : await readShopper(shop, user, counted)
  return { automatic, typed, code, shopper }
}

export async function findByCode({ db }: Pick<Queryable, "db">, typed: string): Promise<DiscountRule | null> {
  const code = normalizeCode(typed)
  if (code === null) return null
  const row = await db.selectFrom("discounts").selectAll().where("code", "=", code).executeTakeFirst()
  return row ? toDiscountRule(row) : null
}

function isLimited(rule: DiscountRule): boolean {
  return rule.maxUses !== null || usesPerPerson(rule) !== null
}

interface Basket {
  zone: string | null
  method: string | null | undefined
  paymentFee?: Cents
  now: Date
  days: Days
}

export function quoteFor<Line extends PricedLine & BasketLine>(
  lines: readonly Line[],
  rules: LocalRules,
  { zone, method, paymentFee, now, days }: Basket,
  { automatic, typed, code, shopper }: FoundDiscounts,
): { quote: Quote<Line>; codeRefusal: string | null } {
  const basket = { lines, zone, currency: rules.currency }
  const reason = (rule: DiscountRule) => reasonNotToApply(rule, basket, shopper, { now, days })
  const refusal = code ? reason(code) : typed === "" ? null : `There is no code “${typed}”`
  const eligible = {
    automatic: automatic.filter((rule) => reason(rule) === null),
    code: refusal === null ? code : null,
  }
  const quote = quoteDiscounted(lines, rules, eligible, { method, paymentFee })
  const without = eligible.code && quoteDiscounted(lines, rules, { ...eligible, code: null }, { method, paymentFee })
  if (without && isBetter(without, quote))
    return { quote: without, codeRefusal: explainHigherTotal(typed, quote, without) }
  const isIdle = eligible.code !== null && !quote.discounts.some(({ id }) => id === eligible.code?.id)
  return { quote, codeRefusal: isIdle ? `${typed} does not lower the price any further` : refusal }
}

function explainHigherTotal(typed: string, { shippingMethod, totals, currency }: Quote, without: Quote): string {
  if (shippingMethod === null) return `With ${typed}, the total of this order would be too low for shipping`
  const [total, less] = [totals.total, without.totals.total].map((cents) => formatMoney(cents, currency))
  return `${typed} is not applied because it would raise the total to ${total} from ${less}: shipping would cost more`
}

/** Leaves out the uses of the shopper's own open checkout. */
async function readShopper({ db }: Queryable, user: Visitor, rules: readonly DiscountRule[]): Promise<Shopper> {
  const ids = rules.map(({ id }) => id)
  const account = user?.id ?? null
  const { rows } = await sql<{ id: string; has_ordered: boolean } & Uses>`
    select discounts.id, taken.*,
      ${hasOrdered(user)} as has_ordered
    from discounts
    left join lateral (
      select count(*)::integer as "all",
        (count(*) filter (where discount_uses.user_id = ${account}))::integer as own
      from discount_uses join checkouts on checkouts.id = checkout_id
      where discount_id = discounts.id and not is_beyond_limit
        and not (checkouts.status = 'held' and checkouts.user_id is not distinct from ${account})) taken on true
    where discounts.id = any(${ids})`.execute(db)
  const uses = new Map(rows.map(({ id, all, own }) => [id, { all, own }]))
  return {
    isVerified: user?.isVerified ?? false,
    hasOrdered: rows[0]?.has_ordered ?? false,
    usesOf: (id) => uses.get(id) ?? { all: 0, own: 0 },
  }
}
