import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import type { Cart } from "~/domain/cart/cart"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import type { Queryable, Shop } from "~/domain/shop"
import { transaction } from "~/start/transaction.server"
import fc from "~/testing/hostile/fast-check"
import { addBuyer, addBuyers, addProduct, goodCard, stockOf } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { openDatabase, openPool } from "~db/database.server"
import { openApiPayment } from "../api/open-api-payment.server"
import { type Checkout, holdMinutesOf } from "../checkout"
import { payWithCard, releaseCheckout } from "../payment/checkout-payment.server"
import { releaseExpiredHolds } from "../reconciliation/reconcile-payments.server"
import { clearHoldAddresses } from "./hold-limits.server"
import { startCheckout } from "./start-checkout.server"

const here = openCheckoutTest({ stock: 40 })
let second: Shop
let addresses = 0
/** The address from which the test attacks */
let near: string

beforeAll(() => {
  const pool = openPool({ url: here.databaseUrl, max: 10 })
  const queryable: Queryable = { ...here.shop, db: openDatabase(pool) }
  second = { ...here.shop, ...queryable, transaction: (work) => transaction(queryable, work) }
})
afterAll(() => second?.db.destroy())
beforeEach(() => {
  near = elsewhere()
})

const elsewhere = () => `198.51.100.${++addresses}`

const hold = (by: Member, cart: Cart, address: string | null = near, shop = here.shop) =>
  startCheckout(shop, by, cart, null, address)

const addProducts = (count: number, stock: number) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => addProduct(here.shop, { name: `Bowl ${at}`, price: 500, stock })),
  )

const each = (products: string[], quantity: number): Cart =>
  products.map((product) => ({ variantId: product, quantity }))

async function expire(minutes = 15): Promise<void> {
  here.clock.advance({ minutes })
  await releaseExpiredHolds(here.shop)
}

const fiveTrays = () => addProduct(here.shop, { stock: 5 })

async function pay(by: Member, product: string, quantity = 1) {
  const { id } = await hold(by, [{ variantId: product, quantity }], elsewhere())
  const outcome = await payWithCard(here.shop, by, goodCard, id)
  if (outcome.kind !== "ordered") throw new Error("no order")
  return outcome.orderId
}

const tooMany = (message: RegExp) => ({
  kind: "tooMany",
  message: expect.stringMatching(message),
  retryAfter: expect.any(Number),
})
const LONG = /^You have reserved .* for a long time without paying\. Please try again in \d+ (minutes|hours)\.$/
const LONG_NEAR = /^Someone on your network has reserved .* for a long time/
const FULL =
  /^Other buyers on your network have reserved many units of Walnut tray\. Please try again in 15 minutes, or contact us/
const tooLarge = (message: RegExp) => ({ kind: "conflict", message: expect.stringMatching(message) })
const refusedForLastUnits = {
  kind: "conflict",
  message: expect.stringMatching(/^This order takes most of the remaining stock of \d+/),
}

describe("an honest first order is never refused", () => {
  test.each([
    ["the only vase of a shop", 1, 1, 1, 15],
    ["five of one thing, the last ones", 1, 5, 5, 15],
    ["ten of one thing among many", 1, 10, 300, 15],
    ["a third of one thing", 1, 13, 40, 15],
    ["the last units of three products", 3, 5, 5, 15],
    ["one each of thirty", 30, 1, 20, 15],
    ["one each of thirty, the last ones, for five minutes", 30, 1, 1, 5],
    ["one each of four, the last ones, for five minutes", 4, 1, 1, 5],
  ])("%s", async (_, products, quantity, stock, minutes) => {
    const cart = each(await addProducts(products, stock), quantity)
    expect(holdMinutesOf(await hold(here.ada, cart))).toBe(minutes)
    await expectInvariants(here.shop)
  })

  test("even if others have held the product for hours from elsewhere", async () => {
    for (let round = 0; round < 3; round++) {
      await hold(await addBuyer(here.shop), [{ variantId: here.tray, quantity: 13 }], elsewhere())
      await expire()
    }
    await hold(here.ada, [{ variantId: here.tray, quantity: 10 }])
  })

  test("even if hundreds from its network come first, and the product is nearly sold out", async () => {
    const hot = await addProduct(here.shop, { price: 500, stock: 100 })
    for (const buyer of await addBuyers(here.shop, 50)) await hold(buyer, [{ variantId: hot, quantity: 1 }])
    await expire()
    for (const buyer of await addBuyers(here.shop, 18)) {
      const { id } = await hold(buyer, [{ variantId: hot, quantity: 5 }], elsewhere())
      await payWithCard(here.shop, buyer, goodCard, id)
    }
    await hold(here.ada, [{ variantId: hot, quantity: 5 }])
  })
})

describe("one account", () => {
  test("cannot take the stock of a shop with one call, neither on the page nor through the API", async () => {
    const products = await addProducts(54, 40)
    await expect(hold(here.ada, each(products, 14))).rejects.toMatchObject(
      tooLarge(/^You can reserve at most 13 of Bowl \d+ before/),
    )
    await expect(hold(here.ada, each(products, 13))).rejects.toMatchObject(
      tooLarge(/^You can reserve at most \d+ units in all before/),
    )
    const amount = (54 * 14 * 500 * 11) / 10
    const call = openApiPayment(here.shop, here.ada, [], { amount, orderedItems: [...each(products, 14)] }, near)
    await expect(call).rejects.toMatchObject(tooLarge(/^You can reserve at most 13/))
    for (const product of products) expect(await stockOf(here.shop, product)).toBe(40)
    await expect(hold(here.ada, each(await addProducts(20, 5), 5))).rejects.toMatchObject(refusedForLastUnits)
  })

  test("holds at most a third of the counted versions of a product that has an uncounted one", async () => {
    const admin = await anAdmin(here.shop)
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 10, M: 20, L: 1 } })
    await saveVariants(here.shop, admin, id, [{ values: ["l"], uncounted: true }])
    const [s = "", m = "", l = ""] = [variants.s, variants.m, variants.l]
    const order = (...quantities: number[]) =>
      [s, m, l].map((variantId, at) => ({ variantId, quantity: quantities[at] ?? 1 }))
    await expect(hold(here.ada, order(10, 1, 1))).rejects.toMatchObject(tooLarge(/^You can reserve at most 10 of /))
    await hold(here.ada, order(9, 1, 50))
    await expect(hold(await addBuyer(here.shop), order(1, 6, 1))).rejects.toMatchObject({
      kind: "tooMany",
      message: expect.stringContaining("Please order at most 5 "),
    })
    await hold(await addBuyer(here.shop), [{ variantId: l, quantity: 300 }])
    await saveVariants(here.shop, admin, id, [{ values: ["l"], uncounted: false, stock: 1 }])
    await expectInvariants(here.shop)
  })

  test("can hold the last units of many products once", async () => {
    const cart = each(await addProducts(20, 1), 1)
    await hold(here.ada, cart)
    await expire(5)
    const again = /^You have reserved the last units of many products/
    await expect(hold(here.ada, cart)).rejects.toMatchObject(tooMany(again))
    await expect(hold(here.ada, cart, elsewhere())).rejects.toMatchObject(tooMany(again))
    await expect(hold(await addBuyer(here.shop), cart)).rejects.toMatchObject(tooMany(again))
    await hold(await addBuyer(here.shop), cart, elsewhere())
    await expire(180)
    await hold(here.ada, cart)
  })

  test.each([
    ["from one address", () => near],
    ["from a new address each time", elsewhere],
  ])("can hold all units of a product twice in three hours, %s", async (_, address) => {
    const few = await fiveTrays()
    const cart = [{ variantId: few, quantity: 5 }]
    for (let round = 0; round < 2; round++) {
      await hold(here.ada, cart, address())
      await expire()
    }
    await expect(hold(here.ada, cart, address())).rejects.toMatchObject(tooMany(LONG))
    await expect(hold(here.ada, [{ variantId: few, quantity: 1 }], address())).rejects.toMatchObject(tooMany(LONG))
    await hold(here.ada, each(await addProducts(1, 10), 5), address())
    expect(await stockOf(here.shop, few)).toBe(5)
    await expire(180)
    await hold(here.ada, cart, address())
  })

  test("gains nothing by changing its cart before a hold ends", async () => {
    const few = await fiveTrays()
    for (let round = 0; round < 4; round++) {
      await hold(here.ada, [{ variantId: few, quantity: 5 - (round % 2) }])
      here.clock.advance({ minutes: 5 })
    }
    await expect(hold(here.ada, [{ variantId: few, quantity: 5 }])).rejects.toMatchObject(tooMany(LONG))
  })

  test("is told when to try again, and is then admitted", async () => {
    const cart = [{ variantId: await fiveTrays(), quantity: 5 }]
    for (let round = 0; round < 2; round++) {
      await hold(here.ada, cart)
      await expire()
    }
    const { retryAfter } = (await hold(here.ada, cart).catch((error) => error)) as { retryAfter: number }
    here.clock.advance({ minutes: retryAfter / 60 })
    await hold(here.ada, cart)
  })
})

describe("several accounts of one address", () => {
  test("can hold all units of a product twice in an hour and three times in three hours", async () => {
    const buyers = await addBuyers(here.shop, 5)
    const cart = [{ variantId: await fiveTrays(), quantity: 5 }]
    const [one, two, three, four, five] = buyers as [Member, Member, Member, Member, Member]
    for (const buyer of [one, two]) {
      await hold(buyer, cart)
      await expire()
    }
    await expect(hold(three, cart)).rejects.toMatchObject(tooMany(LONG_NEAR))
    await expire(45)
    await hold(three, cart)
    await expire(60)
    await expect(hold(four, cart)).rejects.toMatchObject(tooMany(LONG_NEAR))
    await hold(five, cart, elsewhere())
  })

  test("cannot take a shop's stock in small parts", async () => {
    const products = await addProducts(54, 1)
    const buyers = await addBuyers(here.shop, 18)
    const tries = buyers.map((buyer, at) => hold(buyer, each(products.slice(3 * at, 3 * at + 3), 1)))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4)
    const left = 3 * outcomes.findIndex(({ status }) => status === "rejected")
    await expect(hold(here.ada, each(products.slice(left, left + 3), 1))).rejects.toMatchObject(
      tooMany(/^Someone on your network has reserved the last units of many products\. Please try again/),
    )
  })

  test("cannot take a shop's stock in orders of an honest size", async () => {
    const products = await addProducts(12, 40)
    const buyers = await addBuyers(here.shop, 4)
    const tries = await Promise.allSettled(buyers.map((buyer) => hold(buyer, each(products, 10))))
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const product of products) expect(await stockOf(here.shop, product)).toBe(30)
  })

  test("can hold the last units of many products once, with any number of concurrent attempts in two processes", async () => {
    const buyers = await addBuyers(here.shop, 8)
    const carts = await Promise.all(buyers.map(async () => each(await addProducts(4, 1), 1)))
    const tries = buyers.map((buyer, at) => hold(buyer, carts[at] as Cart, near, at % 2 ? second : here.shop))
    const held = (await Promise.allSettled(tries)).filter(({ status }) => status === "fulfilled")
    expect(held).toHaveLength(1)
  })

  test("do not get further with concurrent attempts in two processes", async () => {
    const buyers = await addBuyers(here.shop, 20)
    const seen: number[] = []
    for (let minute = 0; minute < 60; minute += 5) {
      const tries = buyers.map((buyer, at) =>
        hold(buyer, [{ variantId: here.tray, quantity: 4 }], near, at % 2 ? second : here.shop),
      )
      await Promise.allSettled(tries)
      seen.push(40 - (await stockOf(here.shop, here.tray)))
      await expire(5)
    }
    const share = seen.reduce((sum, units) => sum + units * 5, 0) / (40 * 60)
    expect(share).toBeGreaterThan(0.4)
    expect(share).toBeLessThanOrEqual(0.5)
    await expectInvariants(here.shop, { shelved: { [here.tray]: 40 } })
  })
})

describe("a member who has paid before", () => {
  test("can hold as much as they have paid for, but not more", async () => {
    await pay(here.ada, here.tray, 13)
    for (let round = 0; round < 3; round++) {
      expect(holdMinutesOf(await hold(here.ada, [{ variantId: here.tray, quantity: 13 }]))).toBe(15)
      await expire()
    }
    const more = hold(here.ada, [{ variantId: here.tray, quantity: 14 }])
    await expect(more).rejects.toMatchObject(tooLarge(/^You can reserve at most 9 of Walnut tray before you pay/))
    const dear = await addProduct(here.shop, { price: 9_000, stock: 30 })
    await expect(hold(here.ada, [{ variantId: dear, quantity: 13 }])).rejects.toMatchObject(
      tooLarge(/^You can reserve at most 10/),
    )
  })

  test("is limited like anyone else after a refund", async () => {
    await cancelOrder(here.shop, here.ada, await pay(here.ada, here.tray, 13))
    const more = hold(here.ada, [{ variantId: here.tray, quantity: 14 }])
    await expect(more).rejects.toMatchObject(tooLarge(/^You can reserve at most 13 of Walnut tray/))
  })

  test("does not count against their network for how long units are held", async () => {
    const few = await fiveTrays()
    for (const buyer of await addBuyers(here.shop, 3)) {
      await pay(buyer, await addProduct(here.shop, { price: 500, stock: 1 }))
      await hold(buyer, [{ variantId: few, quantity: 5 }])
      await expire()
    }
    await hold(here.ada, [{ variantId: few, quantity: 1 }])
  })
})

describe("all buyers of one network together", () => {
  test("can hold at most half of a product, even with twenty concurrent attempts in two processes, and over time", async () => {
    const buyers = await addBuyers(here.shop, 21)
    await pay(buyers[0] as Member, await addProduct(here.shop, { price: 500, stock: 1 }))
    const tries = buyers
      .slice(0, 20)
      .map((buyer, at) => hold(buyer, [{ variantId: here.tray, quantity: 5 }], near, at % 2 ? second : here.shop))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(4)
    for (const one of outcomes) if (one.status === "rejected") expect(one.reason).toMatchObject(tooMany(FULL))
    expect(await stockOf(here.shop, here.tray)).toBe(20)
    // The hold is not released yet, as while a bank is processing the payments.
    here.clock.advance({ hours: 5 })
    await clearHoldAddresses(here.shop)
    const last = buyers[20] as Member
    await expect(hold(last, [{ variantId: here.tray, quantity: 1 }])).rejects.toMatchObject(tooMany(FULL))
    await hold(last, [{ variantId: here.tray, quantity: 13 }], elsewhere())
    await expectInvariants(here.shop, { shelved: { [here.tray]: 40 } })
  })

  test("can hold at most a quarter of all units, and one buyer a tenth, under concurrent attempts in two processes", async () => {
    const products = await addProducts(120, 100)
    const units = here.shop.db.selectFrom("products").select(({ fn }) => fn.sum<number>("stock").as("all"))
    const { all } = await units.executeTakeFirstOrThrow()
    const part = Math.floor(all / 10 / 120)
    const buyers = await addBuyers(here.shop, 8)
    const race = (wanted: { by: Member; cart: Cart; address: string }[]) =>
      Promise.allSettled(
        wanted.map(({ by, cart, address }, at) => hold(by, cart, address, at % 2 ? second : here.shop)),
      )
    const tries = await race(buyers.map((by) => ({ by, cart: each(products, part), address: near })))
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2)
    const full = /^Other buyers on your network have reserved many units of the stock\. Please order at most \d+ units/
    for (const one of tries) if (one.status === "rejected") expect(one.reason).toMatchObject(tooMany(full))

    const carts = [0, 1, 2, 3, 4, 5].map((at) => each(products.slice(at), part))
    await race(carts.map((cart) => ({ by: here.ada, cart, address: elsewhere() })))
    const held = here.shop.db
      .selectFrom("checkout_lines")
      .innerJoin("checkouts", "checkouts.id", "checkout_id")
      .select(({ fn }) => fn.sum<number>("quantity").as("units"))
      .where("user_id", "=", here.ada.id)
      .where("checkouts.status", "=", "held")
    const { units: own } = await held.executeTakeFirstOrThrow()
    expect(own).toBeGreaterThan(0)
    expect(own).toBeLessThanOrEqual(all / 10)
  })

  test("are not limited when thirty in an office buy one each of a hundred", async () => {
    const hot = await addProduct(here.shop, { price: 500, stock: 100 })
    const buyers = await addBuyers(here.shop, 30)
    const orders = buyers.map(async (buyer, at) => {
      const shop = at % 2 ? second : here.shop
      return payWithCard(shop, buyer, goodCard, (await hold(buyer, each([hot], 1), near, shop)).id)
    })
    for (const outcome of await Promise.all(orders)) expect(outcome.kind).toBe("ordered")
    expect(await stockOf(here.shop, hot)).toBe(70)
  })
})

interface Step {
  attacker: number
  quantity: number
  releases: boolean
}

test("attackers at one address can hold at most half of a product's unit-minutes in an hour, and honest first orders pass", async () => {
  const steps: fc.Arbitrary<Step[]> = fc.array(
    fc.record({ attacker: fc.nat(2), quantity: fc.integer({ min: 1, max: 40 }), releases: fc.boolean() }),
    { minLength: 20, maxLength: 20 },
  )
  const run = async (actions: Step[], stock: number) => {
    const [product = "", other = ""] = await addProducts(2, stock)
    const attackers = await addBuyers(here.shop, 3)
    const address = elsewhere()
    let unitMinutes = 0
    for (const [step, { attacker, quantity, releases }] of actions.entries()) {
      const live: Checkout[] = []
      for (const by of [attackers[attacker] as Member, ...attackers]) {
        const units = Math.min(quantity, await stockOf(here.shop, product))
        if (units > 0)
          await hold(by, [{ variantId: product, quantity: units }], address).then(
            (one) => live.push(one),
            ignoreRefusal,
          )
      }
      if (step % 8 === 5) await expectHonestOrders(product, other, address)
      unitMinutes += 3 * (stock - (await stockOf(here.shop, product)))
      here.clock.advance({ minutes: 3 })
      if (releases && live[0]) await releaseCheckout(here.shop, live[0])
      await releaseExpiredHolds(here.shop)
    }
    expect(unitMinutes / (stock * 60)).toBeLessThanOrEqual(0.5)
  }
  await fc.assert(fc.asyncProperty(steps, fc.integer({ min: 1, max: 40 }), run), { numRuns: 2, endOnFailure: true })

  /**
   * Honest orders for the attacked product from any number of other addresses, and for another product from the
   * attackers' own.
   */
  async function expectHonestOrders(product: string, other: string, address: string) {
    const [one, two] = (await addBuyers(here.shop, 2)) as [Member, Member]
    const left = Math.min(5, await stockOf(here.shop, product))
    const checkouts = left > 0 ? [await hold(one, [{ variantId: product, quantity: left }], elsewhere())] : []
    checkouts.push(await hold(two, [{ variantId: other, quantity: 1 }], address))
    for (const checkout of checkouts) await releaseCheckout(here.shop, checkout)
  }

  function ignoreRefusal(error: { kind?: string }) {
    expect(["tooMany", "conflict"]).toContain(error.kind)
  }
}, 180_000)
