import { expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { lockUser } from "~/domain/accounts/user-row.server"
import type { LineItem } from "~/domain/catalog/line-item"
import { addBuyer, addProduct, fillCart, moveStock, setPrice, takeOffSale } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { type Cart, countUnits, mergeCarts, removeFromCart, setCartLine } from "./cart"
import { addToCart, takeFromCart } from "./change-cart.server"
import { readSavedCart, removePurchased, replaceSavedCart } from "./saved-cart.server"
import { viewCart } from "./view-cart.server"

const here = openCheckoutTest({ stock: 5 })

const id = (number: number) => number.toString(16).padStart(24, "0")
const entries = (count: number, from = 0): LineItem[] =>
  Array.from({ length: count }, (_, index) => ({ variantId: id(from + index), quantity: 1 }))

test("adding a product again replaces its quantity and keeps its position", () => {
  const cart = setCartLine(setCartLine(entries(2), { variantId: id(0), quantity: 7 }), {
    variantId: id(9),
    quantity: 1,
  })
  expect(cart.map((line) => [line.variantId, line.quantity])).toEqual([
    [id(0), 7],
    [id(1), 1],
    [id(9), 1],
  ])
  expect(countUnits(removeFromCart(cart, id(0)))).toBe(2)
})

test("a cart takes a hundred products, and the next one is refused with a message", () => {
  expect(() => setCartLine(entries(100), { variantId: id(100), quantity: 1 })).toThrow("at most 100 different products")
  expect(setCartLine(entries(100), { variantId: id(5), quantity: 9 })).toHaveLength(100)
})

test("signing in merges both carts: the browser's lines win", () => {
  const browser = [{ variantId: id(1), quantity: 3 }]
  const account = [
    { variantId: id(1), quantity: 8 },
    { variantId: id(2), quantity: 1 },
  ]
  expect(mergeCarts(browser, account)).toEqual([browser[0], account[1]])
  expect(mergeCarts(entries(60), entries(60, 30))).toHaveLength(90)
  expect(mergeCarts(entries(60), entries(60, 60))).toHaveLength(100)
})

test("a member's cart is stored with the account", async () => {
  await addToCart(here.shop, { user: here.ada, cart: [] }, { variantId: here.tray, quantity: 2 })
  const cart = await addToCart(
    here.shop,
    { user: here.ada, cart: await readSavedCart(here.shop, here.ada.id) },
    { variantId: here.tray, quantity: 3 },
  )
  expect(await readSavedCart(here.shop, here.ada.id)).toEqual([{ variantId: here.tray, quantity: 3 }])
  await takeFromCart(here.shop, { user: here.ada, cart }, here.tray)
  expect(await readSavedCart(here.shop, here.ada.id)).toEqual([])
})

test("the limit of a hundred products in an account holds for concurrent tabs", async () => {
  const products = await Promise.all(Array.from({ length: 102 }, () => addProduct(here.shop, { stock: 1 })))
  const full = products.slice(0, 99).map((product) => ({ variantId: product, quantity: 1 }))
  await fillCart(here.shop, here.ada, full)
  const added = await Promise.allSettled(
    products
      .slice(99)
      .map((product) => addToCart(here.shop, { user: here.ada, cart: full }, { variantId: product, quantity: 1 })),
  )
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  expect(await readSavedCart(here.shop, here.ada.id)).toHaveLength(100)
})

test("a cart cannot exceed the stock", async () => {
  const put = (quantity: number, product = here.tray) =>
    addToCart(here.shop, { user: null, cart: [] }, { variantId: product, quantity })
  await expect(put(6)).rejects.toThrow("Only 5 of Walnut tray are left")
  expect(await put(5)).toEqual([{ variantId: here.tray, quantity: 5 }])
  await moveStock(here.shop, here.tray, -5)
  await expect(put(1)).rejects.toThrow("Walnut tray is out of stock")
  await takeOffSale(here.shop, here.tray)
  await expect(put(1)).rejects.toMatchObject({ kind: "notFound" })
  await expect(put(1, id(12))).rejects.toMatchObject({ kind: "notFound" })
})

test("the cart is priced and checked again each time, and nothing is silently dropped", async () => {
  const [short, gone, soldOut] = await Promise.all([
    addProduct(here.shop),
    addProduct(here.shop),
    addProduct(here.shop),
  ])
  const cart = [here.tray, short, gone, soldOut, id(3)].map((product) => ({ variantId: product, quantity: 4 }))
  await Promise.all([
    setPrice(here.shop, here.tray, 1_250),
    moveStock(here.shop, short, -7),
    takeOffSale(here.shop, gone),
    moveStock(here.shop, soldOut, -10),
  ])
  const { lines, quote } = await viewCart(here.shop, { user: null, cart })
  expect(lines.map((line) => line.unavailability)).toEqual([null, "short", "gone", "soldOut", "gone"])
  expect(quote.lines.map((line) => line.variantId)).toEqual([here.tray])
  expect(quote.totals).toMatchObject({ subTotal: 5_000, tax: 500, shipping: 2_500, total: 8_000 })
})

test("a concurrent purchase and sign-in that rewrite the same cart do not deadlock", async () => {
  const products = await Promise.all([1, 2, 3, 4, 5].map(() => addProduct(here.shop)))
  const cart = products.map((product) => ({ variantId: product, quantity: 2 }))
  const purchase = (bought: Cart) =>
    here.shop.transaction(async (tx) => {
      await lockUser(tx, here.ada.id)
      await removePurchased(tx, here.ada.id, bought)
    })
  for (let round = 0; round < 10; round++) {
    await fillCart(here.shop, here.ada, cart)
    await Promise.all([
      purchase([...cart].reverse()),
      here.shop.transaction(async (tx) => {
        await lockUser(tx, here.ada.id)
        await replaceSavedCart(tx, here.ada.id, cart)
      }),
      purchase(cart),
    ])
  }
})

test("an account can change its cart three hundred times in ten minutes, and a browser's own cart has no limit", async () => {
  const put = (user: Member | null) => addToCart(here.shop, { user, cart: [] }, { variantId: here.tray, quantity: 1 })
  const batch = (count: number) => Promise.allSettled(Array.from({ length: count }, () => put(here.ada)))
  const tries = [...(await batch(150)), ...(await batch(160))]
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(300)
  await expect(takeFromCart(here.shop, { user: here.ada, cart: [] }, here.tray)).rejects.toMatchObject({
    kind: "tooMany",
  })
  await put(null)
  await put(await addBuyer(here.shop))
})
