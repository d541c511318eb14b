import type { Insertable } from "kysely"
import { lineTitle } from "~/domain/catalog/variants/variant"
import type { Day } from "~/domain/days/days"
import { DAY } from "~/domain/durations"
import { newObjectId } from "~/domain/object-id.server"
import { agreementRow } from "~/domain/orders/agreement-columns.server"
import { rulesAt } from "~/domain/pricing/local-rules"
import { type Quote, quote } from "~/domain/pricing/quote"
import type { PricingRules } from "~/domain/pricing/rules"
import type { Tables } from "~db/schema"
import { type DemoOrder, demoOrders } from "./orders"
import { type DemoProduct, type DemoVariant, SALE_DAYS } from "./products"
import { pick, random } from "./random"
import { demoPeople } from "./reviews"

export interface DemoIds {
  people: string[]
  products: Map<string, ShownProduct>
}

export interface ShownProduct {
  id: string
  product: DemoProduct
  variants: (DemoVariant & { id: string })[]
}

interface OrderRows {
  orders: Insertable<Tables["orders"]>[]
  lines: Insertable<Tables["order_lines"]>[]
  sales: Insertable<Tables["stock_ledger"]>[]
  /** Payments for refunds in the sandbox */
  intents: Insertable<Tables["sandbox_intents"]>[]
}

export function demoOrderRows({ now, today }: { now: Date; today: Day }, ids: DemoIds, rules: PricingRules): OrderRows {
  const rows: OrderRows = { orders: [], lines: [], sales: [], intents: [] }
  const next = random(11)
  for (const order of demoOrders(now)) {
    const created = new Date(now.getTime() - order.daysAgo * DAY)
    const id = newObjectId(created)
    const bought = order.lines.flatMap(({ slug, quantity }) => {
      const known = ids.products.get(slug)
      if (!known) return []
      const variant = pick(next, known.variants)
      const { price, compareAtPrice } = variant
      return [{ ...known, variant, quantity, price: order.daysAgo > SALE_DAYS ? (compareAtPrice ?? price) : price }]
    })
    const quoted = quote(bought, rulesAt(rules, rules.home, today))
    const row = orderRow(order, id, created, ids, quoted)
    rows.orders.push(row)
    rows.intents.push(intentOf(row, created))
    for (const [position, bought] of quoted.lines.entries()) {
      const { id: product, variant, price, quantity, adjustments, taxes, untaxedReason } = bought
      const line = newObjectId(created)
      rows.lines.push({
        id: line,
        order_id: id,
        position,
        product_id: product,
        variant_id: variant.id,
        name: lineTitle(bought.product.name, variant.title),
        price,
        quantity,
        adjustments: JSON.stringify(adjustments),
        taxes: JSON.stringify(taxes),
        untaxed_reason: untaxedReason ?? null,
      })
      rows.sales.push({ variant_id: variant.id, change: -quantity, reason: "sale", order_id: id, created_at: created })
    }
  }
  return rows
}

function orderRow(
  { person, status, address, daysAgo }: DemoOrder,
  id: string,
  created: Date,
  ids: DemoIds,
  { currency, ...charges }: Quote,
): Insertable<Tables["orders"]> {
  const after = (days: number) => new Date(created.getTime() + Math.min(days, daysAgo * 0.8) * DAY)
  const who = demoPeople[person]
  return {
    id,
    user_id: ids.people[person] ?? "",
    user_name: who?.name ?? "",
    user_email: who?.email ?? "",
    payment_intent_id: `pi_demo_${id}`,
    payment_status: "succeeded",
    status,
    shipping_info: JSON.stringify({ ...address, state: address.state.code }),
    currency,
    ...agreementRow(charges),
    created_at: created,
    shipped_at: status === "Processing" ? null : after(1.2),
    delivered_at: status === "Delivered" ? after(4.5) : null,
  }
}

function intentOf(
  { id, user_id, payment_intent_id, total_price, currency }: Insertable<Tables["orders"]>,
  created: Date,
) {
  return {
    id: payment_intent_id,
    idempotency_key: `demo-${id}`,
    client_secret: `${payment_intent_id}_secret`,
    amount: total_price,
    currency: currency.toLowerCase(),
    status: "succeeded" as const,
    metadata: JSON.stringify({ userId: user_id }),
    created_at: created,
    updated_at: created,
  }
}
