import { sql } from "kysely"
import { expect } from "vitest"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import type { Shop } from "~/domain/shop"

/** A gateway's intents: in the sandbox's tables, or in the stand-in for Stripe */
interface GatewayState {
  intents(): Promise<{ id: string; amount: number; succeeded: boolean; payable: boolean; refunded: number }[]>
}

/**
 * Reconciles, then expects that every succeeded intent has exactly one order of its amount or was refunded in full,
 * that all units are in stock, held or sold, and that the ledger adds up.
 * @param shelved units ever added to stock, by product
 */
export async function expectInvariants(
  shop: Shop,
  { shelved = {}, gateway = sandboxState(shop) }: { shelved?: Record<string, number>; gateway?: GatewayState } = {},
): Promise<void> {
  expect((await reconcile(shop)).waiting).toEqual([])
  expect(await checkInvariants(shop)).toEqual([])
  expect(await paymentViolations(shop, gateway)).toEqual([])
  expect(await stuckRecords(shop, gateway)).toEqual([])
  for (const [product, units] of Object.entries(shelved)) {
    expect({ product, units: await stockAndSold(shop, product) }).toEqual({ product, units })
  }
}

/** Succeeded intents without exactly one order of their amount, or a full refund */
async function paymentViolations(shop: Shop, gateway: GatewayState): Promise<string[]> {
  const found: string[] = []
  for (const { id, amount, succeeded, refunded } of await gateway.intents()) {
    const orders = await shop.db
      .selectFrom("orders")
      .select(["total_price", "refunded_amount"])
      .where("payment_intent_id", "=", id)
      .execute()
    if (!succeeded && orders.length > 0) found.push(`${id} is not paid and has an order`)
    if (!succeeded) continue
    const [order] = orders
    if (orders.length > 1) found.push(`${id} has ${orders.length} orders`)
    if (order && order.total_price !== amount) found.push(`${id} paid ${amount} for ${order.total_price}`)
    if (order && order.refunded_amount !== refunded) found.push(`${id}: ${refunded} went back`)
    if (!order && refunded !== amount) found.push(`${id} paid ${amount}, has no order, and ${refunded} went back`)
  }
  return found
}

/** Payments, refunds and holds that are still open */
async function stuckRecords(shop: Shop, gateway: GatewayState): Promise<string[]> {
  const { db } = shop
  const over = new Date(shop.now())
  const held = await db
    .selectFrom("checkouts")
    .select("id")
    .where("status", "=", "held")
    .where("hold_expires_at", "<=", over)
    .execute()
  const refunds = await db
    .selectFrom("refunds")
    .select("id")
    .where("status", "<>", "succeeded")
    .where("payout", "is", null)
    .execute()
  const open = await db.selectFrom("payments").select("gateway_id").where("status", "=", "open").execute()
  const known = new Set(open.map((payment) => payment.gateway_id))
  const payable = (await gateway.intents()).filter((intent) => intent.payable && !known.has(intent.id))
  return [
    ...held.map(({ id }) => `checkout ${id} still holds its units`),
    ...refunds.map(({ id }) => `refund ${id} is not done`),
    ...payable.map(({ id }) => `${id} can still be paid`),
  ]
}

/** Units in stock, held, and sold without being returned */
async function stockAndSold(shop: Shop, product: string): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select stock
      + (select coalesce(sum(quantity - returned_quantity), 0) from order_lines where product_id = products.id)
      + (select coalesce(sum(quantity), 0) from checkout_lines join checkouts on checkouts.id = checkout_id
         where product_id = products.id and checkouts.status in ('held', 'processing')) as units
    from products where id = ${product}`.execute(shop.db)
  return rows[0]?.units ?? 0
}

/** Intents in the sandbox's tables */
function sandboxState({ db }: Shop): GatewayState {
  return {
    async intents() {
      const { rows } = await sql<{ id: string; amount: number; status: string; refunded: number }>`
        select id, amount, status,
          (select coalesce(sum(amount), 0) from sandbox_refunds where intent_id = sandbox_intents.id) as refunded
        from sandbox_intents`.execute(db)
      return rows.map(({ id, amount, status, refunded }) => {
        return { id, amount, refunded, succeeded: status === "succeeded", payable: status.startsWith("requires") }
      })
    },
  }
}

/** Intents of the stand-in for Stripe; without its secret an intent cannot be paid. */
export function stripeState({ account }: StripeServer): GatewayState {
  return {
    async intents() {
      return [...account.intents.values()].map(({ id, amount, status, session }) => {
        const payable = session === null && status.startsWith("requires")
        return { id, amount, payable, succeeded: status === "succeeded", refunded: account.refundedOf(id) }
      })
    },
  }
}
