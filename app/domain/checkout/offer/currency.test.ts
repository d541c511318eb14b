import { expect, test } from "vitest"
import { holdStock } from "~/domain/inventory/stock.server"
import { newObjectId } from "~/domain/object-id.server"
import { defaultRules } from "~/domain/pricing/rules"
import { assertNothingSold, savePrices } from "~/domain/taxes/save-prices.server"
import type { PricesForm } from "~/domain/taxes/tax-forms"
import { addProduct, stockOf } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { findHeldCheckout } from "../checkouts.server"
import { startCheckout } from "../hold/start-checkout.server"
import { releaseCheckout } from "../payment/checkout-payment.server"
import { prepareConfirmation } from "./confirmation.server"
import { insertCheckout } from "./offer.server"

const here = openCheckoutTest()

const inEuros: PricesForm = {
  snapshot: 0,
  included: "without",
  shipping: "none",
  classes: [],
  ignoresTerritories: false,
  currency: "EUR",
}

/** Waits until a statement of another connection waits for a lock. */
async function lockIsAwaited() {
  for (let tries = 0; tries < 1_000; tries++) {
    const waiting = await here.shop.db
      .selectFrom("pg_locks" as never)
      .select("pid" as never)
      .where("granted" as never, "=", false as never)
      .execute()
    if (waiting.length > 0) return
  }
  throw new Error("Nothing waits for a lock")
}

test("the currency changes only while no payment is open, and a starting checkout is checked again", async () => {
  const admin = await anAdmin(here.shop)
  const tray = await addProduct(here.shop, { price: 5_000, stock: 10 })
  const cart = [{ variantId: tray, quantity: 2 }]
  const offer = await prepareConfirmation(here.shop, here.ada, cart)

  let change: Promise<unknown> = Promise.resolve()
  await here.shop.transaction(async (tx) => {
    const held = await insertCheckout(tx, here.ada.id, offer, { source: "page", status: "held", address: null })
    await holdStock(tx, { checkoutId: held?.id ?? "", lines: offer.lines })
    change = expect(savePrices(here.shop, admin, inEuros)).rejects.toThrow(
      "The currency cannot be changed after the first order or during a payment",
    )
    await lockIsAwaited()
  })
  await change
  const held = await findHeldCheckout(here.shop, here.ada)
  if (held) await releaseCheckout(here.shop, held)

  let checkout: Promise<unknown> = Promise.resolve()
  await here.shop.transaction(async (tx) => {
    await assertNothingSold(tx)
    checkout = expect(startCheckout(here.shop, here.ada, cart, null)).rejects.toThrow("Prices have changed")
    await lockIsAwaited()
    const rules = JSON.stringify({ ...defaultRules, currency: "EUR" })
    const row = { version: 1, id: newObjectId(tx.now()), rules, author_id: admin.id }
    await tx.db.insertInto("pricing_versions").values(row).execute()
  })
  await checkout
  expect(await stockOf(here.shop, tray)).toBe(10)

  await here.shop.settings.renew()
  expect((await startCheckout(here.shop, here.ada, cart, null)).currency).toBe("EUR")
  await setRules(here.shop)
})
