import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { describeUnavailability } from "~/domain/cart/cart-lines.server"
import { addToCart } from "~/domain/cart/change-cart.server"
import { viewCart, viewOrdered } from "~/domain/cart/view-cart.server"
import { updateProduct } from "~/domain/catalog/editing/update-product.server"
import { findProduct } from "~/domain/catalog/find-product.server"
import { setOptions } from "~/domain/catalog/variants/options.server"
import { saveVariants } from "~/domain/catalog/variants/save-variants.server"
import { findVariantTable } from "~/domain/catalog/variants/variants.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { findOrder } from "~/domain/orders/orders.server"
import { reorder } from "~/domain/orders/reorder.server"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { addBuyer, addBuyers, fillCart, goodCard, moveStock, setPrice, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { buy, shelve } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { checkInvariants } from "../check-invariants.server"
import { startCheckout } from "../hold/start-checkout.server"
import { payWithCard } from "../payment/checkout-payment.server"

let here: TestShop
let admin: Staff
let ada: Member
beforeAll(async () => {
  here = await openTestShop()
  admin = await anAdmin(here.shop)
  ada = await addBuyer(here.shop)
})
afterAll(() => here?.close())

const owner = () => ({ user: null, cart: [] })
const sizes = (...names: string[]) => [{ name: "Size", values: names.map((name) => ({ name })) }]
const line = (variantId: string | undefined, quantity = 1) => ({ variantId: variantId ?? "", quantity })

describe("a cart", () => {
  test("has a line for each size, with its own name, price and units", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 2, M: 1 } })
    await setPrice(here.shop, variants.m ?? "", 6_000)
    const { lines, quote } = await viewCart(here.shop, { user: null, cart: [line(variants.s), line(variants.m, 2)] })
    expect(lines).toMatchObject([
      { productId: id, name: "Chore Jacket, S", values: ["s"], price: 5_000, unavailability: null },
      { productId: id, name: "Chore Jacket, M", values: ["m"], price: 6_000, unavailability: "short" },
    ])
    expect(quote.totals.subTotal).toBe(5_000)
    await expect(addToCart(here.shop, owner(), line(variants.m, 2))).rejects.toThrow(
      "Only 1 of Chore Jacket, M is left",
    )
  })

  test("takes no product without a size; an order without one uses the only size left", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 2, M: 1 } })
    const refusal = { kind: "invalid", message: "Choose a size", field: "variant" }
    const unchosen = { ...refusal, field: "option1" }
    await expect(addToCart(here.shop, owner(), line(id))).rejects.toMatchObject(unchosen)
    await expect(viewOrdered(here.shop, null, [line(id)])).rejects.toMatchObject(refusal)
    await saveVariants(here.shop, admin, id, [{ values: ["m"], sold: false }])
    await expect(addToCart(here.shop, owner(), line(id))).rejects.toMatchObject(unchosen)
    const { lines } = await viewOrdered(here.shop, null, [line(id), line(variants.s)])
    expect(lines).toMatchObject([{ variantId: variants.s, quantity: 2 }])
    await expect(addToCart(here.shop, owner(), line(variants.m))).rejects.toThrow("Chore Jacket, M is no longer sold")
  })

  test("refuses a variant of another product", async () => {
    const [one, other] = [await shelve(here.shop, admin), await addSizedProduct(here.shop, admin, { sizes: { S: 1 } })]
    const ordered = (product: string) => viewOrdered(here.shop, null, [{ ...line(other.variants.s), product }])
    await expect(ordered(one)).rejects.toMatchObject({ kind: "invalid", field: "variant" })
    expect((await ordered(other.id)).lines).toHaveLength(1)
    expect((await ordered(other.variants.s ?? "")).lines).toHaveLength(1)
  })

  test("that was filled before sizes existed asks for a choice, and preselects no size", async () => {
    const mug = await shelve(here.shop, admin, { name: "Mug" })
    const cart = await fillCart(here.shop, ada, [line(mug)])
    await setOptions(here.shop, admin, mug, sizes("S", "M"))
    const { lines, quote } = await viewCart(here.shop, { user: ada, cart })
    expect(lines).toMatchObject([{ variantId: mug, unavailability: "unchosen" }])
    expect(describeUnavailability(lines[0] as never)).toBe("Mug comes in several versions: choose a size")
    expect(quote.lines).toEqual([])
    await expect(startCheckout(here.shop, ada, cart, null)).rejects.toThrow(ShopError)
  })
})

describe("an order", () => {
  test("keeps the variant's name, returns units to it, and is repeated with it", async () => {
    const { id, variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 2, M: 5 } })
    const order = await buy(here.shop, ada, variants.s ?? "", 2)
    expect((await findOrder(here.shop, ada, order)).lines).toMatchObject([
      { productId: id, variantId: variants.s, name: "Chore Jacket, S", values: ["s"], onSale: true },
    ])
    await expect(reorder(here.shop, ada, [], order)).rejects.toThrow("None of the products in this order are available")
    await refundOrder(here.shop, admin, order, { amount: "whole", restock: true })
    expect((await findProduct(here.shop, id)).variants.map(({ stock }) => stock)).toEqual([2, 5])
    expect(await reorder(here.shop, ada, [], order)).toEqual({ cart: [line(variants.s, 2)], leftOut: [] })
    await saveVariants(here.shop, admin, id, [{ values: ["s"], sold: false }])
    await expect(reorder(here.shop, ada, [], order)).rejects.toThrow("None of the products in this order are available")
  })

  test("is repeated with the remaining variants, with a message for each that is gone or sold out", async () => {
    const { variants } = await addSizedProduct(here.shop, admin, { sizes: { S: 9, M: 9, L: 2, XL: 9 } })
    const wanted = ["s", "m", "l", "xl"].map((size) => line(variants[size], 2))
    const checkout = await startCheckout(here.shop, ada, wanted, null)
    const paid = await payWithCard(here.shop, ada, goodCard, checkout.id)
    const order = paid.kind === "ordered" ? paid.orderId : ""
    await moveStock(here.shop, variants.s ?? "", -6)
    await saveVariants(here.shop, admin, checkout.lines[0]?.productId ?? "", [{ values: ["m"], sold: false }])
    expect(await reorder(here.shop, ada, [line(variants.xl, 1)], order)).toEqual({
      cart: [line(variants.xl, 2), line(variants.s, 1)],
      leftOut: ["Chore Jacket, M is no longer sold", "Chore Jacket, L is out of stock"],
    })
  })

  test("of units held before sizes existed is placed, and released units are set aside", async () => {
    const mug = await shelve(here.shop, admin, { stock: 10 })
    const [buyer, other] = (await addBuyers(here.shop, 2)) as [Member, Member]
    const { id } = await startCheckout(here.shop, buyer, [line(mug, 3)], null)
    await startCheckout(here.shop, other, [line(mug, 2)], null)
    await setOptions(here.shop, admin, mug, sizes("S"))
    expect((await payWithCard(here.shop, buyer, goodCard, id)).kind).toBe("ordered")
    here.clock.advance({ minutes: 20 })
    await expectInvariants(here.shop)
    expect(await stockOf(here.shop, mug)).toBe(0)
    await setOptions(here.shop, admin, mug, [])
    expect(await stockOf(here.shop, mug)).toBe(7)
    expect(await checkInvariants(here.shop)).toEqual([])
  })
})

/** Runs every edit and sale of some products concurrently, and returns how often one had to be retried. */
test("edits and sales of a product never deadlock", async () => {
  const collisions: unknown[] = []
  const log = { ...here.shop.log, info: (...seen: unknown[]) => void collisions.push(seen) }
  const shop: Shop = { ...here.shop, log: log as Shop["log"] }
  const jackets = await Promise.all([1, 2, 3].map(() => addSizedProduct(shop, admin, { sizes: { S: 500, M: 500 } })))
  const buyers = await addBuyers(shop, 18)
  const sales = buyers.map(async (buyer, index) => {
    const lines = jackets.flatMap(({ variants }) => [line(variants.s), line(variants.m)])
    const { id } = await startCheckout(shop, buyer, index % 2 ? lines.reverse() : lines, null)
    return payWithCard(shop, buyer, goodCard, id)
  })
  const edits = jackets.flatMap(({ id }, index) => [
    updateProduct(shop, admin, id, { name: `Jacket ${index}` }),
    saveVariants(shop, admin, id, [
      { values: ["m"], price: 4_900 },
      { values: ["s"], weightGrams: 800 },
    ]),
    setOptions(shop, admin, id, sizes("S", "M", "L")),
  ])
  await Promise.all(edits)
  const paid = await Promise.allSettled(sales)
  const failed = paid.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []))
  // A price that changes before the units are held is a conflict for people, not a deadlock.
  expect(failed.filter((reason) => !(reason instanceof ShopError))).toEqual([])
  expect(collisions.filter((seen) => JSON.stringify(seen).includes("collided"))).toEqual([])
  await expectInvariants(here.shop)
}, 60_000)

test("the stock records agree after edits and sales in any order", async () => {
  const names = ["S", "M", "L"]
  const size = fc.constantFrom("s", "m", "l")
  const step = fc.oneof(
    fc.record({
      values: fc.tuple(size),
      price: fc.integer({ min: 1, max: 9_999 }),
      compareAtPrice: fc.option(fc.integer({ min: 1, max: 20_000 })),
    }),
    fc.record({ values: fc.tuple(size), stock: fc.nat(5) }),
    fc.record({ values: fc.tuple(size), sold: fc.boolean() }),
    fc.record({ options: fc.subarray(names) }),
    fc.record({ units: fc.integer({ min: 1, max: 3 }), place: fc.nat(2) }),
  )
  const ignoreRefusal = (error: unknown) => {
    if (!(error instanceof ShopError)) throw error
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const { id } = await addSizedProduct(here.shop, admin, { sizes: { S: 3, M: 2, L: 0 } })
      const [buyer] = (await addBuyers(here.shop, 1)) as [Member]
      for (const step of steps) {
        if ("options" in step) {
          await setOptions(here.shop, admin, id, step.options.length > 0 ? sizes(...step.options) : []).catch(
            ignoreRefusal,
          )
        } else if ("units" in step) {
          const { variants } = await findVariantTable(here.shop, admin, id)
          const variant = variants[step.place % variants.length]?.id ?? ""
          await startCheckout(here.shop, buyer, [line(variant, step.units)], null).catch(ignoreRefusal)
        } else {
          await saveVariants(here.shop, admin, id, [step]).catch(ignoreRefusal)
        }
        expect(await checkInvariants(here.shop)).toEqual([])
      }
    }),
    { numRuns: 15, interruptAfterTimeLimit: 30_000 },
  )
}, 60_000)
