import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { openRateLimits } from "~/adapters/rate-limits.server"
import { openSandboxGateway } from "~/adapters/sandbox-gateway.server"
import type { Member, Staff } from "~/domain/accounts/actor"
import { insertOrderClaim } from "~/domain/accounts/guests/order-claims.server"
import { readSavedCart } from "~/domain/cart/saved-cart.server"
import { addDays, fromDate } from "~/domain/days/calendar"
import { erasePerson } from "~/domain/deletion/erase-person.server"
import type { DiscountForm } from "~/domain/discounts/discount-record"
import { findDiscount } from "~/domain/discounts/discount-table.server"
import { saveDiscount, stopDiscount } from "~/domain/discounts/save-discount.server"
import { findSharedAddresses } from "~/domain/discounts/shared-address.server"
import { tryCode } from "~/domain/discounts/try-code.server"
import { releaseUses } from "~/domain/discounts/uses.server"
import { returnStock } from "~/domain/inventory/stock.server"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { OrderFilter } from "~/domain/orders/order-filter"
import { listMyOrders } from "~/domain/orders/order-list.server"
import { findOrder } from "~/domain/orders/orders.server"
import type { Queryable, Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"
import { transaction } from "~/start/transaction.server"
import { logStatements } from "~/testing/pages/statements.server"
import { addBuyer, addBuyers, addProduct, fillCart, goodCard, stockOf, testAddress } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { anAdmin } from "~/testing/shop/people.server"
import { openDatabase, openPool } from "~db/database.server"
import { openApiPayment } from "../api/open-api-payment.server"
import { placeApiOrder } from "../api/place-api-order.server"
import { checkInvariants } from "../check-invariants.server"
import { startCheckout } from "../hold/start-checkout.server"
import { joinGuestOrders } from "../join-guest-orders.server"
import { openOwnPayment, payWithCard } from "../payment/checkout-payment.server"
import { releaseExpiredHolds } from "../reconciliation/reconcile-payments.server"
import { finishPayment } from "../settlement/finish-payment.server"
import { confirmOrder } from "../settlement/free-order.server"
import { ConfirmedOffer } from "./confirm-order-schema"
import { prepareConfirmation } from "./confirmation.server"

const here = openCheckoutTest({ stock: 10_000 })
const others: Shop[] = []
let staff: Staff
beforeAll(async () => {
  staff = await anAdmin(here.shop)
})
afterAll(async () => {
  for (const shop of others) await shop.db.destroy()
})

let codes = 0
const nextCode = () => `CODE-${++codes}`

/** Ten percent off everything, with a unique code */
async function addDiscount(fields: Partial<DiscountForm> = {}) {
  const code = fields.code === undefined ? nextCode() : fields.code
  const all: DiscountForm = {
    ...{ name: "Spring", code, kind: "percent", percent: 100_000, amount: null, categories: [], products: [] },
    ...{ goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
    ...{ maxUses: null, maxUsesPerPerson: null },
    ...fields,
  }
  return { id: await saveDiscount(here.shop, staff, null, all), code: code ?? "", fields: all }
}

const cart = (quantity = 2) => [{ variantId: here.tray, quantity }]
const offered = (buyer: Member, code = "", quantity = 2) =>
  prepareConfirmation(here.shop, buyer, cart(quantity), { code })
const hold = (buyer: Member, code = "", shop: Shop = here.shop) => startCheckout(shop, buyer, cart(), null, null, code)

const otherCard = { ...goodCard, cvc: "321" }

async function buy(buyer: Member, code = "", shop: Shop = here.shop, card = goodCard): Promise<string> {
  const { id } = await hold(buyer, code, shop)
  return payAt(shop, buyer, id, card)
}

async function payAt(shop: Shop, buyer: Member, id: string, card = goodCard): Promise<string> {
  const outcome = await payWithCard(shop, buyer, card, id)
  if (outcome.kind !== "ordered") throw new Error(outcome.kind)
  return outcome.orderId
}

function openAnother(): Shop {
  const pool = openPool({ url: here.databaseUrl, max: 10 })
  const queryable: Queryable = { ...here.shop, db: openDatabase(pool) }
  const shop: Shop = {
    ...here.shop,
    ...queryable,
    payments: openSandboxGateway({ db: queryable.db, now: queryable.now, url: queryable.identity.url }),
    limits: openRateLimits(pool),
    transaction: (work) => transaction(queryable, work),
  }
  others.push(shop)
  return shop
}

/** Simulates a hold that was released although its payment can still be made; returns the payment. */
async function releaseByHand({ id }: Member): Promise<string> {
  return here.shop.transaction(async (tx) => {
    const held = tx.db.selectFrom("checkouts").selectAll().where("user_id", "=", id).where("status", "=", "held")
    const { id: checkoutId, discounts } = await held.executeTakeFirstOrThrow()
    await tx.db.updateTable("checkouts").set({ status: "released" }).where("id", "=", checkoutId).execute()
    await releaseUses(tx, { checkoutId, discounts })
    await returnStock(tx, { checkoutId, lines: cart(), reason: "release" })
    const payment = tx.db.selectFrom("payments").select("gateway_id").where("checkout_id", "=", checkoutId)
    return (await payment.executeTakeFirstOrThrow()).gateway_id ?? ""
  })
}

async function usesOf(id: string) {
  const rows = await here.shop.db
    .selectFrom("discount_uses")
    .select("is_beyond_limit")
    .where("discount_id", "=", id)
    .execute()
  return rows.map((row) => row.is_beyond_limit)
}

describe("a code", () => {
  test("is subtracted, in any case and with spaces around it, and is named in the order", async () => {
    const { code, id } = await addDiscount({ name: "Spring sale" })
    const buyer = await addBuyer(here.shop)
    const order = await buy(buyer, ` ${code.toLowerCase()} `)
    const stored = here.shop.db.selectFrom("orders").selectAll().where("id", "=", order)
    // $100.00 less ten percent, $25.00 of shipping, ten percent of the rest
    expect(await stored.executeTakeFirst()).toMatchObject({
      item_price: 10_000,
      discount_price: 1_000,
      tax_price: 900,
      total_price: 12_400,
      discounts: [{ id, label: "Spring sale", amount: 1_000, shipping: 0 }],
    })
    expect(await usesOf(id)).toEqual([false])
  })

  test("is refused with the missing condition", async () => {
    const refusalOf = async (fields: Partial<DiscountForm>) => {
      const { code } = await addDiscount(fields)
      const refusal = (await offered(here.ada, code)).cart.codeRefusal
      return refusal?.replace(code, "IT")
    }
    expect(await refusalOf({ goodsFrom: 11_200 })).toBe("IT needs at least $112.00 of goods: add $12.00 more")
    expect(await refusalOf({ unitsFrom: 3 })).toBe("IT needs at least 3 items: add 1 more")
    expect(await refusalOf({ until: "2026-05-03" })).toBe("IT ended on 3 May")
    expect(await refusalOf({ until: "2025-12-31" })).toBe("IT ended on 31 December 2025")
    expect(await refusalOf({ from: addDays(fromDate(here.shop.now()), 2) })).toMatch(/^IT begins on \d/)
    expect(await refusalOf({ zones: ["islands"] })).toBe("IT is not available for this address")
    expect(await refusalOf({ products: ["a".repeat(24)] })).toBe("IT does not apply to these products")
    expect((await offered(here.ada, "NEVER")).cart.codeRefusal).toBe("There is no code “NEVER”")
  })

  test("does not make an order payable whose goods exceed the limit", async () => {
    const buyer = await addBuyer(here.shop)
    const ring = await addProduct(here.shop, { price: 99_999_999, stock: 30 })
    const { code } = await addDiscount({ percent: 1_000_000 })
    const cart = [{ variantId: ring, quantity: 30 }]
    await expect(startCheckout(here.shop, buyer, cart, null, null, code)).rejects.toThrow(
      "The total of an order must be",
    )
  })

  test("applies to a first order only if it says so, and once per person", async () => {
    const buyer = await addBuyer(here.shop)
    const first = await addDiscount({ firstOrder: true })
    const once = await addDiscount({ maxUsesPerPerson: 1 })
    await buy(buyer, once.code)
    expect((await offered(buyer, once.code)).cart.codeRefusal).toBe(`You have already used ${once.code}`)
    expect((await offered(buyer, first.code)).cart.codeRefusal).toBe(`${first.code} is only for a first order`)
    const guest = { ...(await addBuyer(here.shop)), email: buyer.email.toUpperCase() } as Member
    expect((await offered(guest, first.code)).cart.codeRefusal).toBe(`${first.code} is only for a first order`)
  })

  test("for a first order requires a verified address, and reveals to no one else who has bought before", async () => {
    const [buyer, { code }] = [await addBuyer(here.shop), await addDiscount({ firstOrder: true })]
    const refusal = `${code} is only for a first order: sign in and confirm your email to use it`
    const typed = { ...(await addBuyer(here.shop)), isVerified: false }
    const asBuyer = { ...typed, email: buyer.email }
    await buy(buyer, code)
    for (const person of [typed, asBuyer])
      expect((await offered(person as Member, code)).cart.codeRefusal).toBe(refusal)
  })

  test("for a first order is not used up when a guest enters its owner's address", async () => {
    const [guest, owner] = (await addBuyers(here.shop, 2)) as [Member, Member]
    const { code } = await addDiscount({ firstOrder: true })
    await buy(guest)
    const typed = { is_guest: true, password_hash: "", email: owner.email }
    await here.shop.db.updateTable("users").set(typed).where("id", "=", guest.id).execute()
    expect((await offered(owner, code)).cart.codeRefusal).toBeNull()
  })

  test("does not reveal whether an address has been used, and is not used up by guests who enter it", async () => {
    const [owner, other] = (await addBuyers(here.shop, 2)) as [Member, Member]
    const { code } = await addDiscount({ maxUsesPerPerson: 1 })
    const typed = { ...other, email: owner.email.toUpperCase() } as Member
    await hold(typed, code)
    await buy(owner, code, here.shop, otherCard)
    expect((await offered(typed, code)).cart.codeRefusal).toBeNull()
  })

  test("is limited to once per card, even for twenty invented addresses that pay concurrently in two processes", async () => {
    const { code, id } = await addDiscount({ maxUsesPerPerson: 1 })
    const buyers = await addBuyers(here.shop, 21)
    const [last, ...others] = buyers as [Member, ...Member[]]
    const shops = [here.shop, openAnother()]
    const tries = others.map((buyer, at) => buy(buyer, code, shops[at % 2]))
    const outcomes = await Promise.allSettled(tries)
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    for (const one of outcomes) if (one.status === "rejected") expect(one.reason.message).toBe("refunded")
    const userIds = others.map((buyer) => buyer.id)
    const refunds = here.shop.db
      .selectFrom("refunds")
      .innerJoin("payments", "payments.id", "payment_id")
      .select(["rejection", "refunds.status"])
      .where("user_id", "in", userIds)
    expect(await refunds.execute()).toEqual(Array(19).fill({ rejection: "discount-gone", status: "succeeded" }))
    const shared = await findSharedAddresses(
      here.shop,
      staff,
      await findOrder(here.shop, staff, await buy(last, code, here.shop, otherCard)),
    )
    const first = outcomes.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
    expect(shared).toEqual([{ discount: code, orders: [{ id: first[0], number: expect.any(Number) }] }])
    expect(await usesOf(id)).toEqual([false, false])
    await expectInvariants(here.shop)
  })

  test("that was not entered does not cause a paid order to be refused", async () => {
    const product = await addProduct(here.shop, { stock: 10 })
    const { id } = await addDiscount({ code: null, products: [product], maxUsesPerPerson: 1 })
    for (const buyer of await addBuyers(here.shop, 2)) {
      const checkout = await startCheckout(here.shop, buyer, [{ variantId: product, quantity: 1 }], null)
      expect(checkout.totals.discount).toBe(500)
      expect(await payWithCard(here.shop, buyer, goodCard, checkout.id)).toMatchObject({ kind: "ordered" })
    }
    expect((await usesOf(id)).sort()).toEqual([false, true])
    await stopDiscount(here.shop, staff, id, true)
    await expectInvariants(here.shop)
  })

  test("does not count against itself, and is released with the hold and with a cancelled order", async () => {
    const buyer = await addBuyer(here.shop)
    const { code, id } = await addDiscount({ maxUses: 1 })
    await hold(buyer, code)
    await startCheckout(here.shop, buyer, cart(3), null, null, code)
    expect(await usesOf(id)).toEqual([false])
    here.clock.advance({ minutes: 16 })
    await releaseExpiredHolds(here.shop)
    expect(await usesOf(id)).toEqual([])
    await cancelOrder(here.shop, buyer, await buy(buyer, code))
    expect(await usesOf(id)).toEqual([])
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  test("that was stopped has no effect", async () => {
    const { code, id } = await addDiscount()
    await stopDiscount(here.shop, staff, id, true)
    expect((await offered(here.ada, code)).cart.codeRefusal).toBe(`${code} has ended`)
    await stopDiscount(here.shop, staff, id, false)
    expect((await offered(here.ada, code)).totals.discount).toBe(1_000)
  })
})

describe("the last use of a code", () => {
  test("goes to one of fifty buyers in two processes, and the others are told before they pay", async () => {
    const { code, id } = await addDiscount({ maxUses: 1 })
    const buyers = await addBuyers(here.shop, 50)
    const shops = [here.shop, openAnother()]
    const tries = buyers.map((buyer, at) => hold(buyer, code, shops[at % 2]))
    const outcomes = await Promise.allSettled(tries)
    const discounted = outcomes.filter((one) => one.status === "fulfilled" && one.value.totals.discount > 0)
    expect(discounted).toHaveLength(1)
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") expect(String(outcome.reason)).toContain("used up")
    }
    expect(await usesOf(id)).toEqual([false])
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  test("goes to one of two windows in two processes", async () => {
    const { code, id } = await addDiscount({ maxUsesPerPerson: 1 })
    const buyer = await addBuyer(here.shop)
    const second = openAnother()
    const shops = [here.shop, second, here.shop, second]
    await Promise.allSettled(shops.map((shop, at) => startCheckout(shop, buyer, cart(at + 1), null, null, code)))
    expect(await usesOf(id)).toEqual([false])
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  test("is missing when a payment arrives late: it is refunded, like one for a unit that is gone, and the buyer is told why", async () => {
    const { code, id } = await addDiscount({ maxUses: 1 })
    const [late, quick] = [await addBuyer(here.shop), await addBuyer(here.shop)]
    const amount = (await offered(late, code)).totals.total
    const product = here.tray
    const request = { amount, orderedItems: [{ product, variantId: product, quantity: 2 }], discountCodes: [code] }
    await openApiPayment(here.shop, late, [], request)
    expect(await usesOf(id)).toEqual([false])
    const intent = await releaseByHand(late)
    await buy(quick, code)
    await here.shop.payments.terminal?.confirm(intent, goodCard)
    const outcome = await finishPayment(here.shop, intent)
    expect(outcome).toMatchObject({ kind: "refunded", rejection: { reason: "discount-gone" } })
    expect(await usesOf(id)).toEqual([false])
    const refunds = here.shop.db
      .selectFrom("refunds")
      .select(["amount", "status"])
      .where("payment_intent_id", "=", intent)
    expect(await refunds.execute()).toEqual([{ amount, status: "succeeded" }])
    const mails = here.shop.db.selectFrom("mails").select("text_body").where("recipient", "=", late.email)
    expect((await mails.execute()).map((mail) => mail.text_body.replace(/\s+/g, " ")).join()).toContain(
      "A discount on this order had ended or been used up, or this card had already used it",
    )
    expect(await checkInvariants(here.shop)).toEqual([])
  })

  /** A payment without a checkout, as from a client that keeps its own cart */
  async function payFirst(shop: Shop, buyer: Member, amount: number): Promise<string> {
    const secret = await openApiPayment(shop, buyer, [], { amount })
    const [id] = secret.split("_secret_")
    await shop.payments.terminal?.confirm(id as string, goodCard)
    return id as string
  }
  const orderWith = (shop: Shop, buyer: Member, id: string, code?: string) => {
    const orderedItems = [{ product: here.tray, variantId: here.tray, quantity: 2 }]
    const discountCodes = code === undefined ? undefined : [code]
    const shippingInfo = testAddress
    return placeApiOrder(shop, buyer, { paymentInfo: { id }, orderedItems, shippingInfo, discountCodes } as never)
  }
  const refundedAmounts = async (ids: string[]) => {
    const refunds = here.shop.db.selectFrom("refunds").select(["amount", "status"])
    return refunds.where("payment_intent_id", "in", ids).execute()
  }

  test("goes to one of twenty concurrent paid calls in two processes; the others are refunded, even when repeated", async () => {
    const { code, id } = await addDiscount({ maxUses: 1 })
    const buyers = await addBuyers(here.shop, 20)
    const amount = (await offered(buyers[0] as Member, code)).totals.total
    const paid: string[] = []
    for (const buyer of buyers) paid.push(await payFirst(here.shop, buyer, amount))
    const shops = [here.shop, openAnother()]
    const call = (buyer: Member, at: number) => orderWith(shops[at % 2] as Shop, buyer, paid[at] ?? "", code)
    for (let times = 0; times < 2; times++) {
      const outcomes = await Promise.allSettled(buyers.map(call))
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
      for (const one of outcomes) if (one.status === "rejected") expect(one.reason).toMatchObject({ kind: "conflict" })
    }
    expect(await usesOf(id)).toEqual([false])
    expect(await refundedAmounts(paid)).toEqual(Array(19).fill({ amount, status: "succeeded" }))
    await expectInvariants(here.shop)
  })

  test.each([
    ["once per customer", { maxUsesPerPerson: 1 }],
    ["for a first order", { firstOrder: true }],
  ])(
    "%s goes to one of twenty orders that one person paid, over pages and calls in two processes",
    async (_, limit) => {
      const { code, id } = await addDiscount(limit)
      const buyer = await addBuyer(here.shop)
      const amount = (await offered(buyer, code)).totals.total
      const paid: string[] = []
      for (let at = 0; at < 19; at++) paid.push(await payFirst(here.shop, buyer, amount))
      expect(new Set(paid).size).toBe(19)
      const shops = [here.shop, openAnother()] as const
      const shown = ConfirmedOffer.parse({ snapshot: (await offered(buyer, code)).snapshot })
      const calls = paid.map((intent, at) => orderWith(shops[at % 2] as Shop, buyer, intent, code))
      const page = startCheckout(shops[1], buyer, cart(), shown, null, code)
      const outcomes = await Promise.allSettled([...calls, page.then(({ id }) => payAt(shops[1], buyer, id))])
      expect(outcomes.filter(({ status }) => status === "fulfilled").length).toBeLessThanOrEqual(1)
      const orders = here.shop.db.selectFrom("orders").select("discount_price").where("user_id", "=", buyer.id)
      expect(await orders.execute()).toEqual([{ discount_price: 1_000 }])
      expect(await usesOf(id)).toEqual([false])
      await expectInvariants(here.shop)
    },
  )

  test("for a first order is not available for a second one, with another such code or after an order without one", async () => {
    const codes = await Promise.all([1, 2].map(async () => (await addDiscount({ firstOrder: true })).code))
    const [two, one] = (await addBuyers(here.shop, 2)) as [Member, Member]
    const [full, less] = [(await offered(two)).totals.total, (await offered(two, codes[0])).totals.total]
    const shops = [here.shop, openAnother()]
    const placeAll = async (buyer: Member, wanted: (string | undefined)[]) => {
      const paid: string[] = []
      for (const code of wanted) paid.push(await payFirst(here.shop, buyer, code ? less : full))
      const calls = paid.map((intent, at) => orderWith(shops[at % 2] as Shop, buyer, intent, wanted[at]))
      await Promise.allSettled(calls)
      const orders = here.shop.db.selectFrom("orders").select("discount_price").where("user_id", "=", buyer.id)
      return (await orders.orderBy("created_at").orderBy("id").execute()).map((order) => order.discount_price)
    }
    expect(
      await placeAll(
        two,
        Array.from({ length: 10 }, (_, at) => codes[at % 2]),
      ),
    ).toEqual([1_000])
    const mixed = await placeAll(
      one,
      Array.from({ length: 6 }, (_, at) => (at % 2 ? codes[0] : undefined)),
    )
    expect(mixed.filter((discount) => discount === 0)).toHaveLength(3)
    expect(mixed.slice(1).filter((discount) => discount > 0)).toEqual([])
    await expectInvariants(here.shop)
  })
})

describe("automatic discounts", () => {
  test("are combined in the shopper's favour, and a code applies to the rest", async () => {
    const product = await addProduct(here.shop, { name: "Pan", price: 20_000, stock: 100 })
    const small = await addDiscount({ code: null, name: "Small", percent: 50_000, products: [product] })
    const best = await addDiscount({
      code: null,
      name: "Best",
      kind: "amount",
      percent: null,
      amount: 4_000,
      products: [product],
    })
    const { code } = await addDiscount()
    const view = await prepareConfirmation(here.shop, here.ada, [{ variantId: product, quantity: 1 }], { code })
    expect(view.discounts.map(({ label, amount }) => [label, amount])).toEqual([
      ["Best", 4_000],
      ["Spring", 1_600],
    ])
    await stopDiscount(here.shop, staff, small.id, true)
    await stopDiscount(here.shop, staff, best.id, true)
    expect((await prepareConfirmation(here.shop, here.ada, [{ variantId: product, quantity: 1 }])).discounts).toEqual(
      [],
    )
  })

  test("are reduced if a card could not be charged otherwise", async () => {
    const shipping = await addDiscount({ code: null, kind: "shipping", percent: null, name: "No shipping" })
    for (const amount of [9_999, 9_960]) {
      const { code } = await addDiscount({ kind: "amount", percent: null, amount })
      const { totals } = await offered(here.ada, code)
      expect(totals).toMatchObject({ shipping: 0, total: 50 })
      expect(totals.subTotal - totals.discount + totals.tax).toBe(50)
    }
    await stopDiscount(here.shop, staff, shipping.id, true)
  })
})

describe("an order of $0.00", () => {
  let code: string
  let id: string
  let shipping: string
  beforeAll(async () => {
    const whole = await addDiscount({ kind: "amount", percent: null, amount: 50_000, maxUses: 1_000 })
    code = whole.code
    id = whole.id
    shipping = (await addDiscount({ code: null, kind: "shipping", percent: null, name: "No shipping" })).id
  })
  afterAll(() => stopDiscount(here.shop, staff, shipping, true))

  /** No gateway is needed. */
  const withoutGateway = (shop: Shop): Shop => ({
    ...shop,
    payments: new Proxy(shop.payments, {
      get: () => () => {
        throw new Error("a gateway was called")
      },
    }),
  })
  const filled = async () => {
    const buyer = await addBuyer(here.shop)
    await fillCart(here.shop, buyer, cart())
    return buyer
  }
  const confirmedBy = async (buyer: Member) => ({
    snapshot: {
      digest: (await prepareConfirmation(here.shop, buyer, cart(), { code })).snapshot.digest,
      lines: [],
    },
  })
  const ordersOf = (buyer: Member) =>
    here.shop.db.selectFrom("orders").selectAll().where("user_id", "=", buyer.id).execute()

  test("is placed on confirmation without a payment, with its discount use, units and mail", async () => {
    const buyer = await filled()
    const [stock, uses] = [await stockOf(here.shop, here.tray), (await usesOf(id)).length]
    const confirmed = await confirmedBy(buyer)
    const placed = await confirmOrder(withoutGateway(here.shop), buyer, cart(), confirmed, null, code)
    const [order, ...others] = await ordersOf(buyer)
    expect(others).toEqual([])
    expect(placed).toEqual({ kind: "ordered", orderId: order?.id })
    expect(order).toMatchObject({ total_price: 0, discount_price: 10_000, tax_price: 0, status: "Processing" })
    expect(await stockOf(here.shop, here.tray)).toBe(stock - 2)
    expect(await usesOf(id)).toHaveLength(uses + 1)
    const mails = here.shop.db.selectFrom("mails").select("subject").where("recipient", "=", buyer.email)
    expect((await mails.execute()).map(({ subject }) => subject)).toContain("Your Counter order is confirmed")
    expect(await readSavedCart(here.shop, buyer.id)).toEqual([])
    const refund = refundOrder(here.shop, await anAdmin(here.shop), order?.id ?? "", { amount: "whole" })
    await expect(refund).rejects.toThrow("There was nothing to pay for this order")
    await cancelOrder(withoutGateway(here.shop), buyer, order?.id ?? "")
    expect([await stockOf(here.shop, here.tray), (await usesOf(id)).length]).toEqual([stock, uses])
    await expectInvariants(here.shop)
  })

  test("is placed once by two presses in each of two windows in two processes, and by a late one", async () => {
    const buyer = await filled()
    const confirmed = await confirmedBy(buyer)
    const second = openAnother()
    const press = (shop: Shop) => confirmOrder(withoutGateway(shop), buyer, cart(), confirmed, null, code)
    const pressed = await Promise.allSettled([here.shop, second, here.shop, second].map(press))
    const late = await press(here.shop)
    const orders = await ordersOf(buyer)
    expect(orders).toHaveLength(1)
    for (const one of pressed) {
      if (one.status === "fulfilled") expect(one.value).toEqual({ kind: "ordered", orderId: orders[0]?.id })
      else expect(one.reason).toBeInstanceOf(ShopError)
    }
    expect(late).toEqual({ kind: "ordered", orderId: orders[0]?.id })
    await expectInvariants(here.shop)
  })

  test("is placed by the next press if the process dies, and otherwise releases its units", async () => {
    const [buyer, gone] = [await filled(), await filled()]
    for (const one of [buyer, gone]) await hold(one, code)
    await expect(openOwnPayment(here.shop, buyer, "intent")).rejects.toMatchObject({ field: "checkout" })
    const uses = (await usesOf(id)).length
    await confirmOrder(withoutGateway(openAnother()), buyer, cart(), await confirmedBy(buyer), null, code)
    expect(await ordersOf(buyer)).toHaveLength(1)
    here.clock.advance({ minutes: 16 })
    await releaseExpiredHolds(here.shop)
    expect(await ordersOf(gone)).toEqual([])
    expect(await usesOf(id)).toHaveLength(uses - 1)
    await expectInvariants(here.shop)
  })
})

test("the hash of an address is deleted with the account, and the uses stay", async () => {
  const buyer = await addBuyer(here.shop)
  const { id, code } = await addDiscount({ maxUses: 5, maxUsesPerPerson: 2 })
  await buy(buyer, code)
  await here.shop.transaction((tx) => erasePerson(tx, buyer.id))
  const uses = here.shop.db
    .selectFrom("discount_uses")
    .select(["email_hash", "card_hash"])
    .where("discount_id", "=", id)
  expect(await uses.execute()).toEqual([{ email_hash: buyer.id, card_hash: null }])
  await expectInvariants(here.shop)
})

test("a guest's uses join an account with the orders, and one beyond a limit does not count", async () => {
  const [member, guest, later] = (await addBuyers(here.shop, 3)) as [Member, Member, Member]
  const { id, code } = await addDiscount({ maxUses: 2, maxUsesPerPerson: 1 })
  await buy(member, code)
  await buy(guest, code, here.shop, otherCard)
  const users = here.shop.db.updateTable("users")
  await users.set({ is_guest: true, email: later.email }).where("id", "=", guest.id).execute()
  await users.set({ email: "before@buyers.test" }).where("id", "=", later.id).execute()
  await users.set({ email: later.email }).where("id", "=", member.id).execute()
  const joining = { ...member, email: later.email }
  const token = await here.shop.transaction((tx) => insertOrderClaim(tx, joining))
  expect(await joinGuestOrders(here.shop, joining, token, null)).toBe(1)
  expect((await usesOf(id)).sort()).toEqual([false, true])
  expect(await listMyOrders(here.shop, joining, OrderFilter.parse({}))).toMatchObject({ count: 2 })
  expect((await offered(joining, code)).cart.codeRefusal).toBe(`You have already used ${code}`)
  expect((await offered(here.ada, code)).cart.codeRefusal).toBeNull()
  expect(await findDiscount(here.shop, staff, id)).toMatchObject({ uses: 1, status: "running" })
  await expectInvariants(here.shop)
})

test("a limit cannot be set below the number of uses", async () => {
  const { id, code, fields } = await addDiscount()
  for (const buyer of await addBuyers(here.shop, 2)) await buy(buyer, code)
  const lowered = saveDiscount(here.shop, staff, id, { ...fields, maxUses: 1 })
  await expect(lowered).rejects.toMatchObject({ kind: "invalid", field: "maxUses" })
  await saveDiscount(here.shop, staff, id, { ...fields, maxUses: 2 })
  expect((await offered(here.ada, code)).cart.codeRefusal).toBe(`${code} has been used up`)
  await expectInvariants(here.shop)
})

test("of many codes tried concurrently from one address at most twenty are looked up, and right ones never count", async () => {
  const { code } = await addDiscount()
  const guesser = { id: "someone", address: null }
  for (let tries = 0; tries < 30; tries++) expect(await tryCode(here.shop, guesser, ` ${code} `)).toBe(code)
  const log = logStatements(here.pool)
  const guesses = Array.from({ length: 40 }, (_, at) => tryCode(here.shop, guesser, `WRONG-${at}`))
  const refused = (await Promise.allSettled(guesses)).filter(({ status }) => status === "rejected")
  expect(refused).toHaveLength(20)
  expect(log.texts.filter((text) => text.includes('from "discounts" where "code"'))).toHaveLength(20)
  await expect(tryCode(here.shop, guesser, code)).rejects.toMatchObject({ kind: "tooMany" })
})

test("after many guesses from one network, each new guest there can try one more code", async () => {
  const { code } = await addDiscount()
  const guest = (at: number) => ({ id: `guest-${at}`, address: "192.0.2.19" })
  for (let at = 0; at < 120; at++) await tryCode(here.shop, guest(at), `WRONG-${at}`)
  expect(await tryCode(here.shop, guest(121), code)).toBe(code)
  await tryCode(here.shop, guest(121), "WRONG-121")
  await expect(tryCode(here.shop, guest(121), "WRONG-122")).rejects.toMatchObject({ kind: "tooMany" })
  expect(await tryCode(here.shop, { id: "a member", address: null }, code)).toBe(code)
})
