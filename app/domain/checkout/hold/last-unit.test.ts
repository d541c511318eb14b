import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openRateLimits } from "~/adapters/rate-limits.server"
import { openSandboxGateway } from "~/adapters/sandbox-gateway.server"
import type { Member } from "~/domain/accounts/actor"
import { findProduct } from "~/domain/catalog/find-product.server"
import type { Queryable, Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { transaction } from "~/start/transaction.server"
import { openSlowProxy, type SlowProxy } from "~/testing/processes/slow-proxy.server"
import { addBuyers, addProduct, goodCard, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { openDatabase, openPool } from "~db/database.server"
import { payWithCard } from "../payment/checkout-payment.server"
import { startCheckout } from "./start-checkout.server"

const BUYERS = 50

let open: TestShop
let wire: SlowProxy
const others: Shop[] = []

beforeAll(async () => {
  open = await openTestShop()
  wire = await openSlowProxy(open.databaseUrl, 8)
})
afterAll(async () => {
  for (const shop of others) await shop.db.destroy()
  await wire?.close()
  await open?.close()
})

/** Another process on the same database, with its own connections, gateway and clock */
function openAnother(url: string): Shop {
  const pool = openPool({ url, max: 10 })
  const queryable: Queryable = { ...open.shop, db: openDatabase(pool) }
  const shop: Shop = {
    ...open.shop,
    ...queryable,
    payments: openSandboxGateway({ db: queryable.db, now: queryable.now, url: queryable.identity.url }),
    limits: openRateLimits(pool),
    transaction: (work) => transaction(queryable, work),
  }
  others.push(shop)
  return shop
}

interface RaceOptions {
  units?: number
  count?: number
  /** The network of all buyers. */
  address?: string
}

/** Puts one unit into stock and lets all buyers try at the same moment. */
async function race(shops: Shop[], { units = 1, count = BUYERS, address }: RaceOptions = {}) {
  const product = await addProduct(open.shop, { name: "Last tray", stock: units })
  const buyers = await addBuyers(open.shop, count)
  const tries = buyers.map((buyer, index) => buy(shops[index % shops.length] as Shop, buyer, product, address))
  const outcomes = await Promise.allSettled(tries)
  const bought = outcomes.filter((outcome) => outcome.status === "fulfilled")
  const refusals = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
  return { product, buyers, bought: bought.length, refusals }
}

async function buy(shop: Shop, buyer: Member, product: string, address?: string) {
  const { id } = await startCheckout(shop, buyer, [{ variantId: product, quantity: 1 }], null, address)
  const outcome = await payWithCard(shop, buyer, goodCard, id)
  expect(outcome.kind).toBe("ordered")
}

/** Retries when too many are waiting, as the refusal asks. */
async function buyInTurn(shop: Shop, buyer: Member, product: string): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    try {
      return await buy(shop, buyer, product)
    } catch (error) {
      if (!(error instanceof ShopError) || error.kind !== "unavailable") throw error
      await sleep(100)
    }
  }
}

/** All others get a message before any money moves. */
function expectRefusals(refusals: unknown[]) {
  for (const refusal of refusals) {
    expect(refusal).toBeInstanceOf(ShopError)
    expect(String(refusal)).toContain("Last tray is out of stock")
  }
}

async function expectNoOtherCharged(buyers: Member[], charged: number) {
  const payments = await open.shop.db
    .selectFrom("payments")
    .select("status")
    .where(
      "user_id",
      "in",
      buyers.map((buyer) => buyer.id),
    )
    .execute()
  expect(payments).toEqual(Array.from({ length: charged }, () => ({ status: "succeeded" })))
}

describe("fifty buyers of the last unit", () => {
  test("one gets it and the others are refused before they are charged, five times over", async () => {
    for (let round = 0; round < 5; round++) {
      const { product, buyers, bought, refusals } = await race([open.shop])
      expect(bought).toBe(1)
      expectRefusals(refusals)
      await expectNoOtherCharged(buyers, 1)
      expect(await stockOf(open.shop, product)).toBe(0)
      await expectInvariants(open.shop, { shelved: { [product]: 1 } })
    }
  })

  test("the same with two processes on one database", async () => {
    const second = openAnother(open.databaseUrl)
    for (let round = 0; round < 5; round++) {
      const { product, buyers, bought, refusals } = await race([open.shop, second])
      expect(bought).toBe(1)
      expectRefusals(refusals)
      await expectNoOtherCharged(buyers, 1)
      await expectInvariants(open.shop, { shelved: { [product]: 1 } })
    }
  })

  test("the same with two processes and a slow database", async () => {
    const slow = [openAnother(wire.url), openAnother(wire.url)]
    const { product, buyers, bought, refusals } = await race(slow)
    expect(bought).toBe(1)
    expectRefusals(refusals)
    await expectNoOtherCharged(buyers, 1)
    await expectInvariants(open.shop, { shelved: { [product]: 1 } })
  })

  test("seven units go to seven buyers", async () => {
    const { product, buyers, bought, refusals } = await race([open.shop, openAnother(open.databaseUrl)], { units: 7 })
    expect(bought).toBe(7)
    expectRefusals(refusals)
    await expectNoOtherCharged(buyers, 7)
    await expectInvariants(open.shop, { shelved: { [product]: 7 } })
  })
})

test.each([undefined, "203.0.113.7"])(
  "twelve buyers of the last unit finish within four seconds with a network latency of 20 ms per packet, from address %s",
  async (address) => {
    const distant = await openSlowProxy(open.databaseUrl, 20)
    try {
      const shop = openAnother(distant.url)
      // Uses the best of three runs, because the machine may be busy.
      const durations: number[] = []
      while (durations.length < 3 && !durations.some((duration) => duration < 4_000)) {
        const start = performance.now()
        const { product, buyers, bought, refusals } = await race([shop], { count: 12, address })
        durations.push(performance.now() - start)
        expect(bought).toBe(1)
        expectRefusals(refusals)
        await expectNoOtherCharged(buyers, 1)
        await expectInvariants(open.shop, { shelved: { [product]: 1 } })
      }
      expect(Math.min(...durations)).toBeLessThan(4_000)
    } finally {
      await distant.close()
    }
  },
)

test("of two hundred buyers in two processes one gets the last unit of a size, while the other sizes sell", async () => {
  const admin = await anAdmin(open.shop)
  const { id, variants } = await addSizedProduct(open.shop, admin, { sizes: { S: 1, M: 40, L: 40 } })
  const buyers = await addBuyers(open.shop, 200)
  const shops = [open.shop, openAnother(open.databaseUrl)]
  const wanted = ["s", "s", "m", "l"]
  const tries = buyers.map((buyer, index) =>
    buyInTurn(shops[index % 2] as Shop, buyer, variants[wanted[(index >> 1) % 4] ?? ""] ?? ""),
  )
  const refusals = (await Promise.allSettled(tries)).flatMap((one) => (one.status === "rejected" ? [one.reason] : []))
  for (const refusal of refusals) expect(String(refusal)).toMatch(/Chore Jacket, [SML] is out of stock/)
  expect(refusals).toHaveLength(99 + 10 + 10)
  expect((await findProduct(open.shop, id)).variants.map(({ stock }) => stock)).toEqual([0, 0, 0])
  await expectInvariants(open.shop, { shelved: { [id]: 81 } })
}, 60_000)

test("buyers of the same products in a different order never deadlock", async () => {
  const products = await Promise.all([1, 2, 3, 4].map(() => addProduct(open.shop, { stock: 200 })))
  const buyers = await addBuyers(open.shop, 24)
  const carts = buyers.map((_, index) => {
    const turned = [...products.slice(index % 4), ...products.slice(0, index % 4)]
    return (index % 2 ? turned.reverse() : turned).map((product) => ({ variantId: product, quantity: 1 }))
  })
  const paid = buyers.map(async (buyer, index) => {
    const { id } = await startCheckout(open.shop, buyer, carts[index] ?? [], null)
    return payWithCard(open.shop, buyer, goodCard, id)
  })
  for (const outcome of await Promise.all(paid)) expect(outcome.kind).toBe("ordered")
  await expectInvariants(open.shop, { shelved: Object.fromEntries(products.map((product) => [product, 200])) })
})
