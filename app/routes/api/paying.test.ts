import { describe, expect, test } from "vitest"
import { addProduct, moveStock, setPrice, stockOf, takeOffSale } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { card, openPayingTest, shippingInfo } from "./testing/paying"

const here = openPayingTest()
const { items, process, confirm, order, payAmount, agree } = here

describe("payments of the original client", () => {
  test("an amount is paid, and the order names the items", async () => {
    const id = await payAmount()
    const placed = await order(here.ada, id)
    expect(placed.status).toBe(201)
    expect(placed.body.order).toMatchObject({
      itemPrice: 100,
      taxPrice: 10,
      shippingPrice: 25,
      totalPrice: 135,
      orderStatus: "Processing",
      paymentInfo: { id, status: "succeeded" },
      shippingInfo: { suburb: "Springfield", city: "Springfield", phoneNo: "2175550123" },
      orderedItems: [{ product: here.tray, name: "Walnut tray", price: 50, quantity: 2 }],
    })
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    await agree()
  })

  test("a repeated request returns the same order, also under concurrent requests", async () => {
    const id = await payAmount()
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => order(here.ada, id)))
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 201, 201, 201])
    expect(new Set(answers.map((answer) => answer.body.order._id)).size).toBe(1)
    expect(await stockOf(here.shop, here.tray)).toBe(8)
    await agree()
  })

  test("one intent does not pay for two carts", async () => {
    const id = await payAmount()
    const bowl = await addProduct(here.shop, { name: "Bowl", price: 5_000, stock: 10 })
    const other = { orderedItems: [{ product: bowl, quantity: 2 }] }
    const answers = await Promise.all([
      order(here.ada, id),
      order(here.ada, id, other),
      order(here.ada, id),
      order(here.ada, id, other),
    ])
    expect(new Set(answers.map((answer) => answer.body.order._id)).size).toBe(1)
    expect((await stockOf(here.shop, bowl)) + (await stockOf(here.shop, here.tray))).toBe(18)
    await agree()
  })

  test("manipulated prices, totals and statuses are ignored", async () => {
    const id = await payAmount(50)
    const cheap = { orderedItems: [{ ...items()[0], price: 0.01 }], itemPrice: 0.01, totalPrice: 0.5 }
    const refused = await order(here.ada, id, cheap)
    expect([refused.status, refused.body.message]).toEqual([
      400,
      "The amount paid differs from the order's total. Your payment is being refunded in full.",
    ])
    expect((await order(here.ada, id)).status).toBe(400)
    await agree()
  })

  test("an unpaid intent becomes no order, whatever its claimed status", async () => {
    const secret = await process(here.ada, { amount: 13_500 })
    const id = secret.split("_secret_")[0] ?? ""
    const refused = await order(here.ada, id)
    expect([refused.status, refused.body.message]).toEqual([402, "This payment has not succeeded"])
    await confirm(secret)
    expect((await order(here.ada, id)).status).toBe(201)
  })

  test("someone else's intent, and an unknown one, get the same response", async () => {
    const id = await payAmount()
    const mallory = await here.member("mallory@shop.example")
    const [stolen, invented] = [await order(mallory, id), await order(mallory, "pi_sandbox_0000")]
    expect([stolen.status, stolen.body.message]).toEqual([400, "This payment is not known"])
    expect([invented.status, invented.body.message]).toEqual([400, "This payment is not known"])
    expect((await order(here.ada, id)).status).toBe(201)
    await agree()
  })

  test("items that sold out after the payment are refunded immediately", async () => {
    const id = await payAmount()
    await moveStock(here.shop, here.tray, -9)
    const refused = await order(here.ada, id)
    expect([refused.status, refused.body.message]).toEqual([
      409,
      "Walnut tray sold out before the payment arrived. Your payment is being refunded in full.",
    ])
    expect((await order(here.ada, id)).status).toBe(409)
    await expectInvariants(here.shop, { shelved: { [here.tray]: 1 } })
  })

  test("the last unit goes to the payer, even if their own unpaid checkout holds it", async () => {
    await moveStock(here.shop, here.tray, -9)
    const id = await payAmount(8_000)
    await process(here.ada, { amount: 8_000, orderedItems: items(1), shippingInfo })
    expect(await stockOf(here.shop, here.tray)).toBe(0)
    expect((await order(here.ada, id, { orderedItems: items(1) })).status).toBe(201)
    await expectInvariants(here.shop, { shelved: { [here.tray]: 1 } })
  })

  test("repeating the order of a refunded payment does not affect a live checkout", async () => {
    const first = await payAmount(8_000)
    await setPrice(here.shop, here.tray, 5_100)
    expect((await order(here.ada, first, { orderedItems: items(1) })).status).toBe(400)
    await process(here.ada, { amount: 8_110, orderedItems: items(1), shippingInfo })
    await moveStock(here.shop, here.tray, -9)
    expect((await order(here.ada, first, { orderedItems: items(1) })).status).toBe(400)
    const held = here.shop.db.selectFrom("checkouts").select("status").where("user_id", "=", here.ada.id)
    expect(await held.execute()).toEqual([{ status: "held" }])
  })

  test("the payer's own unpaid checkout is not affected while there is enough for both", async () => {
    const id = await payAmount(8_000)
    await process(here.ada, { amount: 8_000, orderedItems: items(1), shippingInfo })
    expect((await order(here.ada, id, { orderedItems: items(1) })).status).toBe(201)
    const held = here.shop.db.selectFrom("checkouts").select("status").where("user_id", "=", here.ada.id).orderBy("id")
    expect((await held.execute()).map(({ status }) => status).sort()).toEqual(["completed", "held"])
  })

  test("items that are no longer for sale, or cost more by now, are refunded too", async () => {
    const first = await payAmount()
    await setPrice(here.shop, here.tray, 5_100)
    expect((await order(here.ada, first)).status).toBe(400)
    await setPrice(here.shop, here.tray, 5_000)
    const second = await payAmount()
    await takeOffSale(here.shop, here.tray)
    expect((await order(here.ada, second)).status).toBe(409)
    await agree()
  })

  test("a request that can be corrected does not end the payment", async () => {
    const id = await payAmount()
    const faults = [
      { shippingInfo: { ...shippingInfo, phoneNo: "" } },
      { shippingInfo: undefined },
      { orderedItems: [] },
      { orderedItems: [{ product: "no id", quantity: 1 }] },
      { orderedItems: [{ product: here.tray, quantity: 0 }] },
      { orderedItems: [{ product: here.tray, quantity: 1.5 }] },
      { paymentInfo: {} },
      { paymentInfo: undefined },
    ]
    for (const fault of faults) expect((await order(here.ada, id, fault)).status).toBe(400)
    expect((await order(here.ada, id, { shippingInfo: { ...shippingInfo, phoneNo: " " } })).body.message).toBe(
      "Enter a phone number",
    )
    expect((await order(here.ada, id)).status).toBe(201)
    await agree()
  })

  test("a client that is a cent low in floating point is accepted, and the tax line absorbs the cent", async () => {
    await setPrice(here.shop, here.tray, 5_005)
    // One tray costs 50.05 + 25 + 5.005: 80.06 rounded half up, while the client may get 80.05.
    const placed = await order(here.ada, await payAmount(8_005), { orderedItems: items(1) })
    expect(placed.body.order).toMatchObject({ itemPrice: 50.05, taxPrice: 5, shippingPrice: 25, totalPrice: 80.05 })
    await agree()
  })

  test("the same product on two lines is bought once, with both quantities", async () => {
    const placed = await order(here.ada, await payAmount(13_500), { orderedItems: [...items(1), ...items(1)] })
    expect(placed.body.order).toMatchObject({ orderedItems: [{ quantity: 2 }], totalPrice: 135 })
    await agree()
  })

  test("a form works like JSON", async () => {
    const secret = await process(here.ada, new URLSearchParams({ amount: "13500" }))
    const paid = await here.ada.post<{ id: string }>(
      "/api/v1/sandbox/confirm",
      new URLSearchParams({
        client_secret: secret,
        "card[number]": card.number,
        "card[exp_month]": "12",
        "card[exp_year]": "99",
        "card[cvc]": "123",
      }),
    )
    const form = new FormData()
    for (const [name, value] of Object.entries(shippingInfo)) form.append(`shippingInfo[${name}]`, value)
    form.append("orderedItems[0][product]", here.tray)
    form.append("orderedItems[0][quantity]", "2")
    form.append("paymentInfo[id]", paid.body.id)
    form.append("paymentInfo[status]", "succeeded")
    expect((await here.ada.post("/api/v1/order/new", form)).status).toBe(201)
    await agree()
  })
})

test("an order names the variant of a product with several, before and after the payment", async () => {
  const admin = await anAdmin(here.shop)
  const { id: product, variants } = await addProductWithOptions(here.shop, admin, { price: 5_000 })
  const variant = variants["s-indigo"] ?? ""
  const message = "Choose a size and a colour"
  const unchosen = { orderedItems: [{ product, quantity: 2 }], shippingInfo }
  const frozen = await here.ada.post("/api/v1/payment/process", { amount: 13_500, ...unchosen })
  expect([frozen.status, frozen.body.message]).toEqual([400, message])
  const paid = await payAmount()
  const refused = await order(here.ada, paid, unchosen)
  expect([refused.status, refused.body.message]).toEqual([400, message])
  const foreign = await order(here.ada, paid, { orderedItems: [{ product: here.tray, variant, quantity: 2 }] })
  expect([foreign.status, foreign.body.message]).toEqual([400, "This variant belongs to another product"])

  const placed = await order(here.ada, paid, { orderedItems: [{ product, variant, quantity: 2 }] })
  const line = { product, variant, name: "Chore Jacket, S, Indigo", values: ["S", "Indigo"], quantity: 2 }
  expect([placed.status, placed.body.order]).toMatchObject([201, { orderedItems: [line], totalPrice: 135 }])
  const { _id } = placed.body.order
  const read = await here.ada.get<{ order: object }>(`/api/v1/order/${_id}`)
  const own = await here.ada.get<{ order: object[] }>("/api/v1/my/order")
  const all = await (await here.admin()).get<{ order: object[] }>("/api/v1/admin/orders")
  for (const found of [read.body.order, own.body.order[0], all.body.order[0]])
    expect(found).toMatchObject({ _id, orderedItems: [line] })

  const instead = { product: variants["s-ecru"], quantity: 2 }
  const second = await order(here.ada, await payAmount(), { orderedItems: [instead] })
  expect(second.body.order).toMatchObject({
    orderedItems: [{ product, variant: instead.product, values: ["S", "Ecru"] }],
  })
  const tray = await order(here.ada, await payAmount())
  expect(tray.body.order).toMatchObject({ orderedItems: [{ product: here.tray, variant: here.tray, values: [] }] })
  await expectInvariants(here.shop)
})

test("payments and orders require signing in", async () => {
  const anonymous = here.client()
  for (const path of ["/api/v1/payment/process", "/api/v1/order/new"]) {
    const answer = await anonymous.post(path, { amount: 13_500 })
    expect([answer.status, answer.body.message]).toEqual([401, "Please login to access this resource"])
  }
  expect((await anonymous.get<{ stripeKey: string }>("/api/v1/stripekey")).body.stripeKey).toMatch(/^pk_/)
})
