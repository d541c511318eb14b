import { describe, expect, test } from "vitest"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { closeAccount } from "~/domain/deletion/close-account.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import type { OrderStatus } from "~/domain/orders/order-status"
import { findOrder } from "~/domain/orders/orders.server"
import { findWithdrawnOrders } from "~/domain/orders/packing/orders-to-pack.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import type { HolidayPlace } from "~/domain/shipping/holidays/holidays.server"
import { ShopError } from "~/domain/shop-error"
import { stockOf, testAddress } from "~/testing/shop/buyers.server"
import { buy, openOrdersTest, shelve, signUp, testPassword } from "~/testing/shop/test-orders.server"
import { confirmAsShop, confirmByLink, confirmOwn, findDeclared } from "./confirm-withdrawal.server"
import { OTHER_ADDRESS, withdraw } from "./file-withdrawal.server"
import { declineReturn, receiveReturn, reopenReturn } from "./process-return.server"
import { fileRequestedWithdrawal, requestWithdrawal } from "./request-withdrawal.server"
import { findReturnPeriods, refundDue, sendBackUntil } from "./return-periods.server"
import { findWithdrawable } from "./withdrawable.server"
import { withdrawalRefusal } from "./withdrawal"

const here = openOrdersTest()

const stated = { name: "Ada Buyer", email: "ada.answers@shop.test", reason: "" }

async function withdrawUnits(id: string, quantity: number, buyer = here.ada) {
  const { lines, available } = await findWithdrawable(here.shop, buyer, id)
  const units = [{ line: lines[0]?.id ?? "", quantity }]
  return withdraw(here.shop, buyer, id, { ...stated, units, available })
}

const returnsOf = (id: string) =>
  here.shop.db.selectFrom("returns").selectAll().where("order_id", "=", id).orderBy("id").execute()

const mailsAbout = async (id: string) => {
  const { number } = await findOrder(here.shop, here.ada, id)
  const mails = here.shop.db.selectFrom("mails").select(["kind", "recipient", "text_body as text"])
  return mails
    .where("text_body", "like", `%#${number}\n%`)
    .where("kind", "like", "withdrawal%")
    .orderBy("kind")
    .execute()
}

const germany = { ...testAddress, country: "DE", state: "HH", city: "Hamburg", pinCode: "20095" }
const deliveredTo = (shippingInfo: HolidayPlace, deliveredAt: string, id = "f".repeat(24)) =>
  findReturnPeriods(here.shop, { id, shippingInfo, deliveredAt: new Date(deliveredAt) })

describe("the fourteen days", () => {
  test.each([
    ["a Monday", "2026-11-02T15:00:00Z", "2026-11-16"],
    ["a Saturday, which a weekend prolongs", "2026-11-07T15:00:00Z", "2026-11-23"],
    ["a Sunday", "2026-11-08T23:59:00Z", "2026-11-23"],
    ["a Friday two weeks before Christmas, in Germany", "2026-12-11T10:00:00Z", "2026-12-28"],
  ])("after %s", async (_, delivered, last) => {
    expect(await deliveredTo(germany, delivered)).toMatchObject({ withdrawalEndsOn: last })
  })

  const at = (status: OrderStatus, lastDay: string | null, now: string) =>
    withdrawalRefusal({ status, lastDay, country: "US" }, { withdrawal: "" }, new Date(now))

  test("begin with the delivery, and never end without one", () => {
    expect(at("Processing", null, "2036-01-01T00:00:00Z")).toBeNull()
    expect(at("Shipped", null, "2036-01-01T00:00:00Z")).toBeNull()
    expect(at("Delivered", "2026-11-16", "2026-11-17T11:59:00Z")).toBeNull()
    expect(at("Delivered", "2026-11-16", "2026-11-17T12:00:00Z")).toBe(
      "The 14 days to withdraw from this order ended on 16 November 2026",
    )
    expect(at("Cancelled", null, "2026-01-01T00:00:00Z")).toBe("This order is already cancelled")
  })

  test("apply only to addresses in the EU if the owner says so", () => {
    const about = { status: "Shipped", lastDay: null } as const
    const now = new Date()
    expect(withdrawalRefusal({ ...about, country: "FR" }, { withdrawal: "eu" }, now)).toBeNull()
    expect(withdrawalRefusal({ ...about, country: "US" }, { withdrawal: "eu" }, now)).toContain("an address in the EU")
    expect(withdrawalRefusal({ ...about, country: "US" }, { withdrawal: "" }, now)).toBeNull()
  })
})

describe("before the parcel is sent", () => {
  test("a withdrawal from everything cancels the order, and is acknowledged by mail", async () => {
    const { shop, ada, mug } = here
    const before = await stockOf(shop, mug)
    const id = await buy(shop, ada, mug, 2)
    await withdrawUnits(id, 2)
    const order = await findOrder(shop, ada, id)
    expect(order).toMatchObject({ status: "Cancelled", refunded: order.totals.total })
    expect(await stockOf(shop, mug)).toBe(before)
    expect(await returnsOf(id)).toMatchObject([
      { kind: "withdrawal", status: "refunded", refund_id: order.refunds[0]?.id },
    ])
    const mails = await mailsAbout(id)
    expect(mails.map(({ recipient }) => recipient).sort()).toEqual([stated.email, ada.email])
    const [mail] = mails
    expect(mail?.text.replace(/\s+/g, " ")).toContain(
      `“I, Ada Buyer, withdraw from the contract of order #${order.number}.`,
    )
  })

  test("a withdrawal from a part refunds the price paid for it, and the rest is sent", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug, 3)
    await withdrawUnits(id, 1)
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Processing", refunded: 1_100 })
    await advanceOrder(shop, admin, id, "Shipped")
    expect((await findOrder(shop, ada, id)).lines).toMatchObject([{ toSend: 2, returnedQuantity: 1 }])
    expect(await checkInvariants(shop)).toEqual([])
  })

  test("the daily limit of replies to other addresses does not affect the order's own", async () => {
    const { shop, mug } = here
    const eve = await signUp(shop, "eve.others@shop.test")
    const id = await buy(shop, eve, mug, 2)
    await shop.limits.consume(OTHER_ADDRESS, eve.id, OTHER_ADDRESS.points)
    await expect(withdrawUnits(id, 1, eve)).rejects.toThrow(`please enter ${eve.email}`)
    const { lines, available } = await findWithdrawable(shop, eve, id)
    const units = [{ line: lines[0]?.id ?? "", quantity: 1 }]
    await withdraw(shop, eve, id, { ...stated, email: eve.email.toUpperCase(), units, available })
    expect(await returnsOf(id)).toHaveLength(1)
  })

  test("a second click withdraws nothing more", async () => {
    const { shop, ada, mug } = here
    const id = await buy(shop, ada, mug, 3)
    const { lines, available } = await findWithdrawable(shop, ada, id)
    const statement = { ...stated, units: [{ line: lines[0]?.id ?? "", quantity: 1 }], available }
    const presses = await Promise.allSettled([1, 2, 3].map(() => withdraw(shop, ada, id, statement)))
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect((await findOrder(shop, ada, id)).refunded).toBe(1_100)
  })
})

describe("after the parcel is sent", () => {
  test("the units wait to be received, and cannot be withdrawn twice", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug, 2)
    await advanceOrder(shop, admin, id, "Shipped")
    await withdrawUnits(id, 1)
    expect(await findOrder(shop, ada, id)).toMatchObject({ status: "Shipped", refunded: 0 })
    expect(await returnsOf(id)).toMatchObject([{ status: "requested", refund_id: null }])
    await expect(withdrawUnits(id, 2)).rejects.toThrow("Only 1 of Mug can be returned")
    await withdrawUnits(id, 1)
    await expect(withdrawUnits(id, 1)).rejects.toThrow("All items of this order")
    const notices = shop.db.selectFrom("owner_notifications").select("id").where("key", "like", "withdrawal-%")
    expect(await notices.execute()).toHaveLength(2)
  })

  test("the mail has the words and the time of the statement", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug)
    await advanceOrder(shop, admin, id, "Shipped")
    const reason = "It is\ntoo small <b>for me</b>"
    const { lines, available } = await findWithdrawable(shop, ada, id)
    const units = [{ line: lines[0]?.id ?? "", quantity: 1 }]
    await withdraw(shop, ada, id, { ...stated, reason, units, available })
    const text = (await mailsAbout(id))[0]?.text.replace(/\s+/g, " ")
    expect(text).toMatch(/We received your withdrawal on \d+ \w+ \d{4} at \d\d:\d\d UTC/)
    expect(text).toContain("“It is too small <b>for me</b>”")
    expect(text).toContain("Mug 1")
    expect(text).toMatch(/Shipping and returns Show http\S+\/shipping-and-returns /)
  })
})

test("exempt items are marked, stored as such, and not part of a withdrawal", async () => {
  const { shop, ada, admin } = here
  const ring = await shelve(shop, admin, { name: "Ring", withdrawalExemption: "Made to your order" })
  const id = await buy(shop, ada, ring)
  await shop.db.updateTable("product_descriptions").set({ facts: "{}" }).where("product_id", "=", ring).execute()
  expect((await findOrder(shop, ada, id)).lines).toMatchObject([{ withdrawalExemption: "Made to your order" }])
  await expect(withdrawUnits(id, 1)).rejects.toThrow("There is no right of withdrawal for Ring: Made to your order")
  expect(await returnsOf(id)).toEqual([])
})

describe("without signing in", () => {
  const request = (order: string, email: string, items = "") => ({
    ...{ address: "203.0.113.7", order, email, items, name: "Ada", reason: "", at: here.shop.now().toISOString() },
  })

  const remote = { address: "198.51.100.7" }
  const tokenIn = (text = "") => /\/withdraw\/confirm\/([\w-]+)/.exec(text)?.[1] ?? ""

  async function declare(email = here.ada.email, quantity = 1) {
    const id = await buy(here.shop, here.ada, here.mug, quantity)
    await fileRequestedWithdrawal(here.shop, { ...request(id, email), ...remote })
    const [record] = await returnsOf(id)
    return { id, record: record?.id ?? "", token: tokenIn((await mailsAbout(id))[0]?.text) }
  }

  test("number and email address are received and acknowledged to the order's address with a link", async () => {
    const { shop, ada, mug } = here
    const before = await stockOf(shop, mug)
    const { id } = await declare(ada.email.toUpperCase())
    const order = await findOrder(shop, ada, id)
    expect(order).toMatchObject({ status: "Processing", refunded: 0, refunds: [] })
    expect(await stockOf(shop, mug)).toBe(before - 1)
    expect((await findWithdrawable(shop, ada, id)).available).toBe(1)
    expect(await returnsOf(id)).toMatchObject([
      { status: "declared", email: ada.email, client_address: remote.address, confirmed_by: null },
    ])
    const [mail] = await mailsAbout(id)
    expect(mail).toMatchObject({ kind: "withdrawal-declared", recipient: ada.email })
    expect(mail?.text.replace(/\s+/g, " ")).toMatch(/We received your withdrawal on \d+ \w+ \d{4} at \d\d:\d\d UTC/)
    const notices = shop.db.selectFrom("owner_notifications").select("contents").where("key", "like", "declared-%")
    expect(JSON.stringify(await notices.execute())).toContain(remote.address)
  })

  test("the mailed link confirms it once, even under concurrent clicks", async () => {
    const { shop, ada, mug } = here
    const before = await stockOf(shop, mug)
    const { id, token } = await declare()
    expect(await findDeclared(shop, token)).toMatchObject({ name: "Ada", items: "" })
    const presses = await Promise.allSettled(Array.from({ length: 5 }, () => confirmByLink(shop, token)))
    expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    const order = await findOrder(shop, ada, id)
    expect(order).toMatchObject({ status: "Cancelled", refunded: order.totals.total })
    expect(order.refunds).toHaveLength(1)
    expect(await stockOf(shop, mug)).toBe(before)
    expect(await returnsOf(id)).toMatchObject([{ status: "refunded", confirmed_by: "link", confirm_token_hash: null }])
    await expect(confirmByLink(shop, token)).rejects.toThrow("This link has been used")
    expect(await checkInvariants(shop)).toEqual([])
  })

  test("the date of the statement counts, even if it is confirmed after the period", async () => {
    const { shop, ada, mug, admin, clock } = here
    const id = await buy(shop, ada, mug)
    await advanceOrder(shop, admin, id, "Shipped")
    await advanceOrder(shop, admin, id, "Delivered")
    clock.advance({ days: 13 })
    const stated = request(id, ada.email)
    await fileRequestedWithdrawal(shop, stated)
    clock.advance({ days: 30 })
    await expect(withdrawUnits(id, 1)).rejects.toThrow("The 14 days to withdraw")
    const [record] = await returnsOf(id)
    await confirmOwn(shop, ada, id, record?.id ?? "")
    expect(await returnsOf(id)).toMatchObject([
      { status: "requested", confirmed_by: "session", created_at: new Date(stated.at) },
    ])
  })

  test("only the buyer's session can confirm it", async () => {
    const { shop } = here
    const { id, record } = await declare()
    const mallory = await signUp(shop, "mallory.confirms@shop.test")
    await expect(confirmOwn(shop, mallory, id, record)).rejects.toThrow("No order found")
    await expect(confirmByLink(shop, "x".repeat(32))).rejects.toThrow("This link has been used or is incomplete")
    expect(await returnsOf(id)).toMatchObject([{ status: "declared" }])
  })

  test("a signed-in buyer's is filed immediately, and another member's is not", async () => {
    const { shop, ada, mug } = here
    const id = await buy(shop, ada, mug)
    const mallory = await signUp(shop, "mallory.declares@shop.test")
    await fileRequestedWithdrawal(shop, { ...request(id, ada.email), ...remote, userId: mallory.id })
    expect((await findOrder(shop, ada, id)).status).toBe("Processing")
    await fileRequestedWithdrawal(shop, {
      ...request(id, ada.email),
      reason: "Mine",
      userId: ada.id,
    })
    expect((await findOrder(shop, ada, id)).status).toBe("Cancelled")
  })

  test("staff can decline it with a reason, without affecting the buyer's rights", async () => {
    const { shop, ada, admin } = here
    const { id, record, token } = await declare()
    await declineReturn(shop, admin, record, "The buyer told us that it is not theirs")
    const declined = shop.db.selectFrom("mails").select("text_body").where("kind", "=", "return-declined")
    const [mail] = await declined.where("text_body", "like", `%${id}%`).execute()
    expect(mail?.text_body.replace(/\s+/g, " ")).toContain("The buyer told us that it is not theirs")
    expect((await findWithdrawable(shop, ada, id)).available).toBe(1)
    await reopenReturn(shop, admin, record)
    expect(await returnsOf(id)).toMatchObject([{ status: "declared", refusal: null, closed_at: null }])
    await declineReturn(shop, admin, record, "Not theirs after all")
    await confirmByLink(shop, token)
    expect((await findOrder(shop, ada, id)).status).toBe("Cancelled")
    expect(await returnsOf(id)).toMatchObject([{ status: "refunded", refusal: null }])
  })

  test("staff can confirm it within their role's refund limit", async () => {
    const { shop, ada, admin } = here
    const { id, record } = await declare()
    const staffRole = admin.staffRole && { ...admin.staffRole, refundLimitOfOrder: 100 }
    const limited = { ...admin, staffRole }
    await expect(confirmAsShop(shop, limited, record)).rejects.toThrow("Your role may refund at most $1.00 of an order")
    expect(await returnsOf(id)).toMatchObject([{ status: "declared" }])
    expect((await findOrder(shop, ada, id)).status).toBe("Processing")
    await confirmAsShop(shop, admin, record)
    expect((await findOrder(shop, ada, id)).refunds).toMatchObject([{ requestedBy: admin.name }])
    expect(await returnsOf(id)).toMatchObject([{ confirmed_by: "shop" }])
  })

  test("many of them are each acknowledged, and block neither the parcel nor the buyer", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug, 2)
    for (let number = 0; number < 22; number++)
      await fileRequestedWithdrawal(shop, { ...request(id, ada.email), ...remote, reason: `Number ${number}` })
    expect(await mailsAbout(id)).toHaveLength(22)
    const kept = (await returnsOf(id)).map(({ reason }) => reason)
    expect([kept.length, kept.at(-1)]).toEqual([20, "Number 21"])
    expect(await findWithdrawnOrders(shop, admin, [id])).toEqual([])
    await advanceOrder(shop, admin, id, "Shipped")
    await withdrawUnits(id, 2)
    expect((await returnsOf(id)).filter(({ status }) => status === "requested")).toHaveLength(1)
  })

  test("an unproven statement with the same words does not block the buyer's own", async () => {
    const { shop, ada } = here
    const { id } = await declare()
    await fileRequestedWithdrawal(shop, { ...request(id, ada.email), userId: ada.id })
    expect((await findOrder(shop, ada, id)).status).toBe("Cancelled")
  })

  test("an unconfirmed one is closed when the order is cancelled, and is never confirmed later", async () => {
    const { shop, ada, admin } = here
    const { id, record, token } = await declare()
    await cancelOrder(shop, ada, id)
    expect(await returnsOf(id)).toMatchObject([
      { status: "declined", refusal: "The order was cancelled", confirm_token_hash: null, refund_id: null },
    ])
    await expect(confirmByLink(shop, token)).rejects.toThrow("This link has been used or is incomplete")
    await expect(reopenReturn(shop, admin, record)).rejects.toThrow("This withdrawal can no longer be confirmed")
  })

  test("a statement sent twice is acknowledged once, and a late one is refused by mail", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug)
    await advanceOrder(shop, admin, id, "Shipped")
    await fileRequestedWithdrawal(shop, request(id, ada.email))
    const again = request(`#${(await findOrder(shop, ada, id)).number}`, ada.email)
    await fileRequestedWithdrawal(shop, again)
    expect(await mailsAbout(id)).toHaveLength(1)
    await withdrawUnits(id, 1)
    await fileRequestedWithdrawal(shop, { ...again, reason: "I have changed my mind" })
    expect(await mailsAbout(id)).toContainEqual(
      expect.objectContaining({ kind: "withdrawal-refused", recipient: ada.email }),
    )
  })

  test("another email address, another number and no number at all file nothing and send no mail", async () => {
    const { shop, ada, mug } = here
    const id = await buy(shop, ada, mug)
    for (const [order, email] of [
      [id, "mallory@shop.test"],
      ["f".repeat(24), ada.email],
      ["#999999", ada.email],
      ["' or 1=1 --", ada.email],
    ] as const) {
      await fileRequestedWithdrawal(shop, request(order, email))
    }
    expect(await returnsOf(id)).toEqual([])
    expect(await mailsAbout(id)).toEqual([])
    expect((await findOrder(shop, ada, id)).status).toBe("Processing")
  })

  test("items described in words wait for someone to read them", async () => {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug, 2)
    await fileRequestedWithdrawal(shop, {
      ...request(id, ada.email, "One of the two"),
      userId: ada.id,
    })
    const [filed] = await returnsOf(id)
    expect(filed).toMatchObject({ status: "requested", items: "One of the two" })
    await receiveReturn(shop, admin, filed?.id ?? "")
    const received = shop.db.selectFrom("mails").select("text_body").where("kind", "=", "return-received")
    const [mail] = await received.where("text_body", "like", `%${id}%`).execute()
    expect(mail?.text_body.replace(/\s+/g, " ")).toContain("there is nothing to send back")
    expect((await findOrder(shop, ada, id)).status).toBe("Processing")
    await cancelOrder(shop, ada, id)
    expect(await returnsOf(id)).toMatchObject([{ status: "refunded" }])
  })

  test("many attempts are limited, whether or not the orders exist", async () => {
    const { shop } = here
    const tries = async (order: string) => {
      for (let tried = 0; tried < 6; tried++)
        await requestWithdrawal(shop, request(order, "a@shop.test"), { address: "192.0.2.7", userId: undefined })
    }
    await expect(tries("a".repeat(24))).rejects.toThrow(ShopError)
  })
})

test("a withdrawal keeps its words until its order is anonymized", async () => {
  const { shop, mug, admin } = here
  const eve = await signUp(shop, "eve@shop.test", "Eve Leaves")
  const id = await buy(shop, eve, mug)
  await advanceOrder(shop, admin, id, "Shipped")
  await withdrawUnits(id, 1, eve)
  await closeAccount(shop, eve, testPassword)
  expect(await returnsOf(id)).toMatchObject([{ name: "Ada Buyer" }])
  await refundOrder(shop, admin, id, { amount: "whole" })
  expect(await checkInvariants(shop)).toEqual([])
})

test("where the owner says so, only orders to the EU can be withdrawn", async () => {
  const { shop, ada, mug, admin } = here
  const { version } = await readNewestSettings(shop)
  await changeSettings(shop, admin, { snapshot: version, facts: { ...emptyFacts, withdrawal: "eu" } })
  await shop.settings.renew()
  const id = await buy(shop, ada, mug)
  await expect(withdrawUnits(id, 1)).rejects.toThrow("an address in the EU")
  await changeSettings(shop, admin, { snapshot: version + 1, facts: emptyFacts })
  await shop.settings.renew()
})

describe("an order that is delivered to Germany on 11 December 2026", () => {
  async function delivered(): Promise<string> {
    const { shop, ada, mug, admin } = here
    const id = await buy(shop, ada, mug)
    await shop.db
      .updateTable("orders")
      .set({ shipping_info: JSON.stringify(germany) })
      .where("id", "=", id)
      .execute()
    await advanceOrder(shop, admin, id, "Shipped")
    await at("2026-12-11T10:00:00Z", () => advanceOrder(shop, admin, id, "Delivered"))
    return id
  }

  async function at<Result>(moment: string, work: () => Promise<Result>): Promise<Result> {
    const minutes = (Date.parse(moment) - here.shop.now().getTime()) / 60_000
    here.clock.advance({ minutes })
    return work().finally(() => here.clock.advance({ minutes: -minutes }))
  }

  test("can be withdrawn until the end of 28 December, as its page says", async () => {
    const { shop, ada } = here
    const id = await delivered()
    const open = await at("2026-12-29T11:59:00Z", () => findWithdrawable(shop, ada, id))
    expect(open).toMatchObject({ refusal: null, lastDay: "2026-12-28" })
    await at("2026-12-29T12:00:00Z", async () => {
      const refusal = "The 14 days to withdraw from this order ended on 28 December 2026"
      expect(await findWithdrawable(shop, ada, id)).toMatchObject({ refusal })
      await expect(withdrawUnits(id, 1)).rejects.toThrow(refusal)
    })
    await at("2026-12-29T11:59:00Z", () => withdrawUnits(id, 1))
    expect(await returnsOf(id)).toMatchObject([{ kind: "withdrawal" }])
  })

  test("keeps the stored day, unless a newer list of holidays gives a later one", async () => {
    const { shop } = here
    const id = await delivered()
    const withStored = async (day: string) => {
      const row = { withdrawal_ends_on: day, return_ends_on: day }
      await shop.db.updateTable("return_periods").set(row).where("order_id", "=", id).execute()
      return (await deliveredTo(germany, "2026-12-11T10:00:00Z", id)).withdrawalEndsOn
    }
    expect(await deliveredTo(germany, "2026-12-11T10:00:00Z", id)).toEqual({
      withdrawalEndsOn: "2026-12-28",
      // Day 30 is a Sunday.
      returnEndsOn: "2027-01-11",
    })
    expect(await withStored("2026-12-30")).toBe("2026-12-30")
    expect(await withStored("2026-12-25")).toBe("2026-12-28")
  })
})

test("the periods of a withdrawal that end on a holiday end on the next working day, in the mails too", async () => {
  const { shop, ada, mug, admin } = here
  const withdrawn = new Date("2026-12-11T10:00:00Z")
  expect(sendBackUntil(shop, withdrawn, germany)).toBe("2026-12-28")
  expect(refundDue(shop, withdrawn, germany)).toBe("2026-12-28")
  const austria = { country: "AT", state: "9" }
  const pricing = { ...shop.settings.current.pricing, home: { ...austria, pinCode: "" } }
  const inVienna = { settings: { current: { ...shop.settings.current, pricing } } as typeof shop.settings }
  // 8 December is a holiday in Austria only: the shop pays by then, and its customer has another day.
  expect(refundDue(inVienna, new Date("2026-11-24T10:00:00Z"), germany)).toBe("2026-12-08")
  expect(sendBackUntil(shop, new Date("2026-11-24T10:00:00Z"), austria)).toBe("2026-12-09")
  const id = await buy(shop, ada, mug)
  await advanceOrder(shop, admin, id, "Shipped")
  const order = shop.db.updateTable("orders").set({ shipping_info: JSON.stringify(germany) })
  await order.where("id", "=", id).execute()
  const minutes = (withdrawn.getTime() - shop.now().getTime()) / 60_000
  here.clock.advance({ minutes })
  await withdrawUnits(id, 1)
  here.clock.advance({ minutes: -minutes })
  const text = (await mailsAbout(id))[0]?.text.replace(/\s+/g, " ")
  expect(text).toContain("send them back by 28 December 2026")
  expect(text).toContain("You get your refund by 28 December 2026")
})
