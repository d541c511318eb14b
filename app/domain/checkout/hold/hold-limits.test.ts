import { expect, test } from "vitest"
import { type Member, requireBuyer } from "~/domain/accounts/actor"
import { insertGuest } from "~/domain/accounts/guests/guests.server"
import { addBuyers, goodCard, stockOf, testAddress } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { openApiPayment } from "../api/open-api-payment.server"
import { payWithCard } from "../payment/checkout-payment.server"
import { reconcile } from "../reconciliation/reconcile.server"
import { clearHoldAddresses } from "./hold-limits.server"
import { startCheckout } from "./start-checkout.server"

const here = openCheckoutTest({ stock: 1_000 })

const hold = (quantity: number, by = here.ada, address: string | null = null) =>
  startCheckout(here.shop, by, [{ variantId: here.tray, quantity }], null, address)

/** Makes and releases holds in turns, each from a new offer, as long as there are any. */
async function startMany(count: number): Promise<void> {
  for (let quantity = 1; quantity <= count; quantity++) await hold(quantity)
}

async function expireHolds(times: number, address: string | null = null): Promise<void> {
  for (let time = 0; time < times; time++) {
    await hold(1, here.ada, address)
    here.clock.advance({ minutes: 15 })
    await reconcile(here.shop)
  }
}

const refused = {
  kind: "tooMany",
  message: expect.stringMatching(/^You have reserved items many times without paying/),
}

test("a shopper who changes their mind is never refused units they already hold", async () => {
  const { id } = await hold(3)
  const again = await Promise.all(Array.from({ length: 60 }, () => hold(3)))
  expect(new Set(again.map((checkout) => checkout.id))).toEqual(new Set([id]))
})

test("holds cannot be repeated indefinitely without paying", async () => {
  await startMany(20)
  const tries = await Promise.allSettled(Array.from({ length: 50 }, (_, at) => hold(100 + at)))
  for (const one of tries) expect(one).toMatchObject({ status: "rejected" })
  await expect(hold(21)).rejects.toMatchObject(refused)
  // The last of the twenty holds stays until its regular end.
  expect(await stockOf(here.shop, here.tray)).toBe(980)
  here.clock.advance({ minutes: 61 })
  await hold(21)
})

test("fifty concurrent attempts do not get further", async () => {
  await startMany(18)
  await Promise.allSettled(Array.from({ length: 50 }, (_, at) => hold(100 + at)))
  const query = here.shop.db.selectFrom("checkouts").select("id").where("user_id", "=", here.ada.id)
  expect((await query.execute()).length).toBeLessThanOrEqual(20)
})

test("units cannot be held back for hours, not even through the API", async () => {
  await expireHolds(4)
  await expect(hold(1)).rejects.toMatchObject({ ...refused, retryAfter: expect.any(Number) })
  const call = openApiPayment(here.shop, here.ada, [{ variantId: here.tray, quantity: 1 }], { amount: 8_000 })
  await expect(call).rejects.toMatchObject(refused)
  expect(await stockOf(here.shop, here.tray)).toBe(1_000)
  here.clock.advance({ hours: 3 })
  await hold(1)
})

test("guests who enter someone else's email address do not block that person", async () => {
  const { shop, clock, tray, ada } = here
  const aGuest = async (email: string) => {
    const { id } = await shop.transaction((tx) => insertGuest(tx, email))
    const users = shop.db.updateTable("users").set({ shipping_info: JSON.stringify(testAddress) })
    await users.where("id", "=", id).execute()
    return requireBuyer({ ...ada, id, email, isGuest: true })
  }
  for (const email of ["eve@shop.test", "Eve@shop.test", "eve@Shop.test", "EVE@SHOP.TEST"]) {
    await startCheckout(shop, await aGuest(email), [{ variantId: tray, quantity: 1 }], null)
    clock.advance({ minutes: 15 })
    await reconcile(shop)
  }
  await startCheckout(shop, await aGuest("eve@shop.test"), [{ variantId: tray, quantity: 1 }], null)
})

test("a payment resets the limits", async () => {
  await expireHolds(3)
  await startMany(5)
  await payWithCard(here.shop, here.ada, goodCard)
  await expireHolds(3)
  expect((await hold(1)).status).toBe("held")
})

test.each([
  ["address", "192.0.2.7", "::ffff:192.0.2.7", "192.0.2.8"],
  ["site of IPv6", "2001:db8:7:1::1", "2001:db8:7:2::1", "2001:db8:8:1::1"],
])("several accounts at one %s are counted together, with a margin", async (_, address, same, another) => {
  const buyers = await addBuyers(here.shop, 101)
  const tries = await Promise.allSettled(buyers.slice(0, 100).map((buyer) => hold(1, buyer, address)))
  expect(tries.every(({ status }) => status === "fulfilled")).toBe(true)
  const last = buyers[100] as Member
  await expect(hold(1, last, same)).rejects.toMatchObject({
    kind: "tooMany",
    message: expect.stringContaining("Someone on your network"),
  })
  await hold(1, last, another)
  await payWithCard(here.shop, last, goodCard)
  expect((await hold(1, last, address)).status).toBe("held")
})

test("addresses are deleted when they no longer count, and not before the units are released", async () => {
  await hold(1, here.ada, "192.0.2.9")
  const query = here.shop.db.selectFrom("checkouts").select("client_address").where("user_id", "=", here.ada.id)
  await clearHoldAddresses(here.shop)
  expect(await query.execute()).toEqual([{ client_address: "192.0.2.9" }])
  here.clock.advance({ hours: 4 })
  await clearHoldAddresses(here.shop)
  expect(await query.execute()).toEqual([{ client_address: "192.0.2.9" }])
  await reconcile(here.shop)
  await clearHoldAddresses(here.shop)
  expect(await query.execute()).toEqual([{ client_address: null }])
})
