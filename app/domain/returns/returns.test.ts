import { describe, expect, test } from "vitest"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { returnStateOf } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { ShopError } from "~/domain/shop-error"
import fc from "~/testing/hostile/fast-check"
import { stockOf } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest, signUp } from "~/testing/shop/test-orders.server"
import { withdraw } from "./file-withdrawal.server"
import { declineReturn, receiveReturn, reopenReturn } from "./process-return.server"
import { proposeRefund, refundReturn, standardShipping } from "./refund-return.server"
import { requestReturn } from "./request-return.server"
import { MAX_DETAILS } from "./return"
import { listReturnsOf } from "./return-list.server"
import { ReturnRequest } from "./return-schemas"
import { findReturnable, findWithdrawable } from "./withdrawable.server"

const here = openOrdersTest()

async function sentOrder(quantity: number, buyer = here.ada): Promise<string> {
  const id = await buy(here.shop, buyer, here.mug, quantity)
  await advanceOrder(here.shop, here.admin, id, "Shipped")
  return id
}

const order = (id: string) => findOrder(here.shop, here.ada, id)

async function give(kind: "withdraw" | "return", id: string, quantity: number): Promise<void> {
  const { shop, ada } = here
  const { lines, available } = await (kind === "withdraw" ? findWithdrawable : findReturnable)(shop, ada, id)
  const units = [{ line: lines[0]?.id ?? "", quantity }]
  if (kind === "return")
    return shop.transaction((tx) =>
      requestReturn(tx, ada, id, { units, available, reason: "Does not fit", details: "Too wide" }),
    )
  return withdraw(shop, ada, id, { name: "Ada", email: "ada@shop.test", reason: "", units, available })
}

async function givenBack(kind: "withdraw" | "return", id: string, quantity: number): Promise<string> {
  await give(kind, id, quantity)
  return (await listReturnsOf(here.shop, here.ada, id)).at(-1)?.id ?? ""
}

/** The amount that the form proposes */
async function refundAsProposed(id: string, orderId: string, writtenOff = 0) {
  const { goods, shipping, refunded } = await proposeRefund(here.shop, here.admin, id)
  const found = (await listReturnsOf(here.shop, here.ada, orderId)).find((one) => one.id === id)
  const units = (found?.lines ?? []).map(({ line, left }) => ({ line, restocked: left - writtenOff, writtenOff }))
  return refundReturn(here.shop, here.admin, id, { goods, shipping, units, snapshot: refunded })
}

const mailKinds = async (id: string) => {
  const { number } = await order(id)
  const mails = here.shop.db.selectFrom("mails").select("kind").where("text_body", "like", `%#${number}\n%`)
  return (await mails.orderBy("created_at").orderBy("kind").execute()).map(({ kind }) => kind)
}

describe("a return proceeds step by step", () => {
  test("received, then refunded: the amount paid for the units, without shipping; each step is mailed and recorded", async () => {
    const { shop, mug, admin } = here
    const before = await stockOf(shop, mug)
    const id = await sentOrder(3)
    const returned = await givenBack("return", id, 2)
    await expect(proposeRefund(shop, admin, returned)).rejects.toThrow("This return is requested already")
    await receiveReturn(shop, admin, returned)
    expect(await refundAsProposed(returned, id, 1)).toBe(2_200)
    expect(await stockOf(shop, mug)).toBe(before - 2)
    const credited = await shop.db.selectFrom("refunds").select("units").where("order_id", "=", id).execute()
    expect(credited).toMatchObject([{ units: [{ name: "Mug", quantity: 2, amount: 2_200 }] }])
    const now = await order(id)
    expect(now).toMatchObject({ status: "Shipped", refunded: 2_200 })
    expect(now.lines).toMatchObject([{ returnedQuantity: 1, writtenOffQuantity: 1 }])
    expect(returnStateOf(now)).toBe("Partly returned")
    const kinds = await mailKinds(id)
    for (const kind of ["return-requested", "return-received", "order-refunded"]) expect(kinds).toContain(kind)
    const deeds = shop.db.selectFrom("audit_log").select("action").where("subject_id", "=", id).orderBy("id")
    expect((await deeds.execute()).map(({ action }) => action)).toEqual([
      "order.shipped",
      "return.received",
      "order.refund-requested",
      "return.refunded",
    ])
    await expect(reopenReturn(shop, admin, returned)).rejects.toThrow("This return is refunded already")
    expect(await checkInvariants(shop)).toEqual([])
  })

  test("declined with a reason that the customer reads, which can be undone while the units are available", async () => {
    const { shop, admin } = here
    const id = await sentOrder(2)
    const returned = await givenBack("return", id, 2)
    await declineReturn(shop, admin, returned, "It has been used")
    expect(await listReturnsOf(shop, here.ada, id)).toMatchObject([{ status: "declined", refusal: "It has been used" }])
    await reopenReturn(shop, admin, returned)
    expect(await listReturnsOf(shop, here.ada, id)).toMatchObject([{ status: "requested", refusal: null }])
    await receiveReturn(shop, admin, returned)
    await declineReturn(shop, admin, returned, "It has been used")
    await give("return", id, 1)
    await expect(reopenReturn(shop, admin, returned)).rejects.toThrow("Only 1 of Mug can be returned")
    expect(await mailKinds(id)).toEqual(expect.arrayContaining(["return-declined", "return-reopened"]))
  })

  test("a withdrawal cannot be declined, and a complete one refunds standard shipping", async () => {
    const { shop, admin } = here
    const id = await sentOrder(2)
    const { totals } = await order(id)
    const part = await givenBack("withdraw", id, 1)
    await expect(declineReturn(shop, admin, part, "No")).rejects.toThrow("A confirmed withdrawal cannot be declined")
    await receiveReturn(shop, admin, part)
    expect(await proposeRefund(shop, admin, part)).toMatchObject({ goods: 1_100, shipping: 0 })
    await refundAsProposed(part, id)
    const rest = await givenBack("withdraw", id, 1)
    await receiveReturn(shop, admin, rest)
    expect(await proposeRefund(shop, admin, rest)).toMatchObject({ goods: 1_100, shipping: totals.shipping })
    await refundAsProposed(rest, id)
    const now = await order(id)
    expect([now.refunded, returnStateOf(now), now.status]).toEqual([totals.total, "Returned", "Shipped"])
  })

  test("amounts refunded otherwise in the meantime are not refunded again", async () => {
    const { shop, admin } = here
    const id = await sentOrder(2)
    const returned = await givenBack("withdraw", id, 2)
    await receiveReturn(shop, admin, returned)
    const opened = await proposeRefund(shop, admin, returned)
    const [line] = (await order(id)).lines
    await refundOrder(shop, admin, id, { units: [{ line: line?.id ?? "", quantity: 1 }] })
    const units = [{ line: line?.id ?? "", restocked: 2, writtenOff: 0 }]
    const request = { ...opened, units, snapshot: opened.refunded }
    await expect(refundReturn(shop, admin, returned, request)).rejects.toThrow("has since been refunded")
    await expect(refundReturn(shop, admin, returned, { ...request, snapshot: 1_100 })).rejects.toThrow(
      "Only 1 of Mug can be refunded",
    )
    await refundAsProposed(returned, id)
    expect(await order(id)).toMatchObject({ refunded: (await order(id)).totals.total })
  })

  test("a refund is limited to the outstanding amount, and cannot be zero", async () => {
    const { shop, admin } = here
    const id = await sentOrder(1)
    const returned = await givenBack("return", id, 1)
    await receiveReturn(shop, admin, returned)
    const [line] = (await order(id)).lines
    const units = [{ line: line?.id ?? "", restocked: 1, writtenOff: 0 }]
    const refund = (goods: number) => refundReturn(shop, admin, returned, { goods, shipping: 0, units, snapshot: 0 })
    await expect(refund(1_000_000)).rejects.toThrow("At most $36.00 can still be refunded")
    await expect(refund(0)).rejects.toThrow("Enter the amount to refund")
    await refund(900)
    expect((await order(id)).refunded).toBe(900)
  })

  test("a refund that the gateway refuses leaves the units unchanged, and creates an incident", async () => {
    const { shop, admin, mug } = here
    const id = await sentOrder(1)
    const returned = await givenBack("return", id, 1)
    await receiveReturn(shop, admin, returned)
    const before = await stockOf(shop, mug)
    const refund: typeof shop.payments.refund = async ({ intentId, amount, refundId }) => {
      const failed = { status: "failed", failure: "The card has expired", createdAt: new Date() } as const
      return { id: `re_${refundId}`, intentId, amount, refundId, ...failed }
    }
    const [line] = (await order(id)).lines
    const units = [{ line: line?.id ?? "", restocked: 1, writtenOff: 0 }]
    const refusing = { ...shop, payments: { ...shop.payments, refund } }
    await expect(
      refundReturn(refusing, admin, returned, { goods: 1_100, shipping: 0, units, snapshot: 0 }),
    ).rejects.toThrow("The stock is updated, but the payment service refused")
    expect(await stockOf(shop, mug)).toBe(before + 1)
    expect((await order(id)).refunded).toBe(0)
    expect(await listReturnsOf(shop, here.ada, id)).toMatchObject([{ refund: { status: "failed" } }])
    await refundOrder(shop, admin, id, { amount: 1_100 })
    expect(await checkInvariants(shop)).toEqual([])
  })
})

test("shipping is refunded at the price of the cheapest method, with its tax", () => {
  const method = { id: "express", name: "Express", zone: "Home", days: null, pickup: null }
  const taxes = [{ name: "VAT", rate: 100_000, amount: 200 }]
  const of = (price: number, standard?: number) =>
    standardShipping({ shipping_price: price, shipping_taxes: taxes, shipping_method: { ...method, standard } })
  expect([of(2_000, 500), of(2_000, 2_000), of(2_000, 9_000), of(2_000), of(2_000, 0), of(0, 500)]).toEqual([
    550, 2_200, 2_200, 2_200, 0, 0,
  ])
})

test("the shop accepts returns for its own number of days, and not before the order is sent", async () => {
  const { shop, ada, mug, admin, clock } = here
  const waiting = await buy(shop, ada, mug)
  await expect(give("return", waiting, 1)).rejects.toThrow("This order has not been sent")
  const id = await sentOrder(1)
  const wednesday = (Date.parse("2026-12-02T10:00Z") - shop.now().getTime()) / 60_000
  clock.advance({ minutes: wednesday })
  await advanceOrder(shop, admin, id, "Delivered")
  // The thirtieth day is New Year's Day, a Friday.
  clock.advance({ days: 33, hours: 1 })
  expect(await findReturnable(shop, ada, id)).toMatchObject({ refusal: null, lastDay: "2027-01-04" })
  clock.advance({ days: 1, hours: 1 })
  await expect(give("return", id, 1)).rejects.toThrow("This order could be returned until 4 January 2027")
  clock.advance({ days: -34, hours: -2, minutes: -wednesday })
})

test("the longest explanation is stored with its reason", async () => {
  const { shop, ada } = here
  const id = await sentOrder(1)
  const { lines, available } = await findReturnable(shop, ada, id)
  const units = [{ line: lines[0]?.id ?? "", quantity: 1 }]
  const typed = { units, available, reason: "Something else", details: "x".repeat(MAX_DETAILS) }
  await shop.transaction((tx) => requestReturn(tx, ada, id, ReturnRequest.parse(typed)))
  expect((await listReturnsOf(shop, ada, id))[0]?.reason).toBe(`Something else: ${typed.details}`)
  expect(ReturnRequest.safeParse({ ...typed, details: `${typed.details}x` }).success).toBe(false)
})

test("another customer's order cannot be returned", async () => {
  const id = await sentOrder(1)
  const eve = await signUp(here.shop, "eve@shop.test")
  const request = { units: [], available: 1, reason: "Does not fit", details: "" }
  const asked = here.shop.transaction((tx) => requestReturn(tx, eve, id, request))
  await expect(asked).rejects.toThrow("No order found")
  await expect(listReturnsOf(here.shop, eve, id)).rejects.toThrow("No order found")
})

type Act =
  | "withdraw"
  | "return"
  | "receive"
  | "refund return"
  | "refund"
  | "refund whole"
  | "cancel"
  | "ship"
  | "reopen"
const acts: Act[] = [
  ...([
    "withdraw",
    "return",
    "receive",
    "refund return",
    "refund",
    "refund whole",
    "cancel",
    "ship",
    "reopen",
  ] as const),
]

async function perform(act: Act, id: string): Promise<unknown> {
  const { shop, ada, admin } = here
  const returns = await listReturnsOf(shop, ada, id)
  const line = (await order(id)).lines[0]?.id ?? ""
  if (act === "withdraw" || act === "return") return give(act, id, 1)
  if (act === "refund") return refundOrder(shop, admin, id, { units: [{ line, quantity: 1 }], restock: true })
  if (act === "refund whole") return refundOrder(shop, admin, id, { amount: "whole" })
  if (act === "cancel") return cancelOrder(shop, ada, id)
  if (act === "ship") return advanceOrder(shop, admin, id, "Shipped")
  for (const one of returns) {
    if (act === "receive") await receiveReturn(shop, admin, one.id)
    if (act === "reopen") await reopenReturn(shop, admin, one.id)
    if (act === "refund return") await refundAsProposed(one.id, id)
  }
}

/** A refusal is a valid outcome; anything else is an error. */
function refused(error: unknown): void {
  if (!(error instanceof ShopError)) throw error
}

test("concurrent refunds, returns, withdrawals and cancellations keep the records consistent", async () => {
  const { shop, ada, mug } = here
  const run = async (first: Act[], atOnce: Act[], orders = 1) => {
    const before = await stockOf(shop, mug)
    const ids: string[] = []
    while (ids.length < orders) ids.push(await buy(shop, ada, mug, 4))
    for (const act of first) for (const id of ids) await perform(act, id).catch(refused)
    await Promise.all(atOnce.flatMap((act) => ids.map((id) => perform(act, id).catch(refused))))
    let expected = before
    for (const id of ids) {
      const { lines, totals, refunded } = await order(id)
      expect(refunded).toBeLessThanOrEqual(totals.total)
      expected += (lines[0]?.returnedQuantity ?? 0) - 4
    }
    expect(await stockOf(shop, mug)).toBe(expected)
    expect(await checkInvariants(shop)).toEqual([])
  }
  const four: Act[] = ["refund", "return", "withdraw", "cancel"]
  await run([], [...four, "ship"])
  await run(["ship", "return", "receive"], [...four, "refund return"])
  await run(["ship"], four, 2)
  await run([], [...four, "refund whole"], 2)
  await run(["ship", "withdraw", "receive"], ["refund return", "refund whole", "refund return", "withdraw", "refund"])
  await run([], ["withdraw", "cancel", "ship", "withdraw", "refund whole"])
  const act = fc.constantFrom(...acts)
  const steps = fc.tuple(fc.array(act, { maxLength: 4 }), fc.array(act, { minLength: 2, maxLength: 5 }))
  await fc.assert(
    fc.asyncProperty(steps, ([first, atOnce]) => run(["ship", ...first], atOnce)),
    { numRuns: 12 },
  )
}, 120_000)
