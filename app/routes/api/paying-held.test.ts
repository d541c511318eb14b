import { describe, expect, test } from "vitest"
import { addProduct, moveStock, setPrice, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { openPayingTest, shippingInfo } from "./testing/paying"

const here = openPayingTest()
const { items, process, confirm, order, payAmount, agree } = here

describe("payments that name their items", () => {
  test("have their lines fixed and held, and keep the price that was paid", async () => {
    const secret = await process(here.ada, { amount: 13_500, orderedItems: items(), shippingInfo })
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    await setPrice(here.shop, here.tray, 9_900)
    const { body } = await confirm(secret)
    const placed = await order(here.ada, body.id, { orderedItems: items(9), totalPrice: 1 })
    expect(placed.body.order).toMatchObject({ totalPrice: 135, orderedItems: [{ quantity: 2, price: 50 }] })
    await agree()
  })

  test("are the same payment when requested again, and another one for other items", async () => {
    const wanted = { amount: 13_500, orderedItems: items(), shippingInfo }
    const secrets = await Promise.all([1, 2, 3].map(() => process(here.ada, wanted)))
    expect(new Set(secrets).size).toBe(1)
    const other = await process(here.ada, { amount: 8_000, orderedItems: items(1), shippingInfo })
    expect(other).not.toBe(secrets[0])
    const over = await confirm(secrets[0] ?? "")
    expect(over.status).toBe(409)
    expect(await stockOf(here.shop, here.tray)).toBe(9)
    await agree()
  })

  test("are refused for another amount, a missing unit or no address before anything is held", async () => {
    const ask = (body: object) =>
      here.ada.post("/api/v1/payment/process", { shippingInfo, orderedItems: items(), ...body })
    const wrong = await ask({ amount: 13_502 })
    expect([wrong.status, wrong.body.message]).toEqual([400, "The amount differs from the total of $135.00"])
    expect((await ask({ amount: 60_500, orderedItems: items(11) })).status).toBe(409)
    expect((await ask({ amount: 13_500, shippingInfo: undefined })).body.message).toBe(
      "Please enter your shipping details first",
    )
    for (const amount of [0, 49, -1, 1.5, "abc", 100_000_000, null, undefined]) {
      expect((await ask({ amount })).status).toBe(400)
    }
    expect(await stockOf(here.shop, here.tray)).toBe(10)
  })

  test("charge only the shopper of the last unit", async () => {
    await moveStock(here.shop, here.tray, -9)
    const buyers = await Promise.all(Array.from({ length: 8 }, (_, at) => here.member(`buyer${at}@shop.example`)))
    const answers = await Promise.all(
      buyers.map((buyer) =>
        buyer.post("/api/v1/payment/process", { amount: 8_000, orderedItems: items(1), shippingInfo }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array.from({ length: 7 }, () => 409)])
    await expectInvariants(here.shop, { shelved: { [here.tray]: 1 } })
  })
})

describe("payments for the session's cart", () => {
  const fill = () => here.ada.browser.post("/cart", { product: here.tray, quantity: 2 })

  const keepAddress = () => here.ada.browser.post("/shipping", { ...shippingInfo, suburb: "Springfield" })

  test("at its total belong to its checkout, and the order needs only the payment", async () => {
    await fill()
    await keepAddress()
    const { body } = await confirm(await process(here.ada, { amount: 13_500 }))
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    const placed = await here.ada.post<{ order: object }>("/api/v1/order/new", { paymentInfo: { id: body.id } })
    expect([placed.status, placed.body.order]).toMatchObject([201, { totalPrice: 135 }])
    expect(await (await here.ada.browser.get("/cart")).text()).toContain("No items on cart")
    await agree()
  })

  test("of another amount belong to the items that the order names", async () => {
    const bowl = await addProduct(here.shop, { name: "Bowl", price: 5_000, stock: 10 })
    await fill()
    await keepAddress()
    const id = await payAmount(8_000)
    expect(await stockOf(here.shop, here.tray)).toBe(10)
    const placed = await order(here.ada, id, { orderedItems: [{ product: bowl, quantity: 1 }] })
    expect([placed.status, placed.body.order]).toMatchObject([
      201,
      { totalPrice: 80, orderedItems: [{ name: "Bowl" }] },
    ])
    expect(await (await here.ada.browser.get("/cart")).text()).toContain("Walnut tray")
    await agree()
  })

  test("of a client without a saved address do not belong to the cart", async () => {
    await fill()
    expect((await order(here.ada, await payAmount())).status).toBe(201)
    await agree()
  })
})
