import { expect, test } from "vitest"
import { openApiPayment } from "~/domain/checkout/api/open-api-payment.server"
import { checkInvariants } from "~/domain/checkout/check-invariants.server"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment, releaseCheckout } from "~/domain/checkout/payment/checkout-payment.server"
import { reconcile } from "~/domain/checkout/reconciliation/reconcile.server"
import { notifyOwner, queueOwnerEmails } from "~/domain/mail/owner-notifications.server"
import { recordIncident } from "~/domain/payments/incidents.server"
import { addBuyer, stockOf } from "~/testing/shop/buyers.server"
import { openCheckoutTest } from "~/testing/shop/checkout-test.server"
import { buy } from "~/testing/shop/test-orders.server"
import { purgeDeleted } from "./purge-deleted.server"

const here = openCheckoutTest()

async function abandon(): Promise<string> {
  const buyer = await addBuyer(here.shop)
  const checkout = await startCheckout(here.shop, buyer, [{ variantId: here.tray, quantity: 2 }], null)
  await openPayment(here.shop, checkout, "intent")
  await releaseCheckout(here.shop, await findCheckout(here.shop, checkout.id))
  return checkout.id
}

const count = async (table: "checkouts" | "payments" | "stock_ledger" | "owner_notifications" | "orders") => {
  const rows = here.shop.db.selectFrom(table).select((row) => row.fn.countAll<number>().as("count"))
  return (await rows.executeTakeFirstOrThrow()).count
}

async function everything() {
  const tables = ["checkouts", "payments", "stock_ledger", "owner_notifications", "orders"] as const
  return Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)] as const)))
}

test("abandoned checkouts are deleted after a year, and the records still agree", async () => {
  const { shop, clock, ada, tray } = here
  await buy(shop, ada, tray)
  const books = await everything()
  await abandon()
  await openApiPayment(shop, ada, [], { amount: 999 })
  clock.advance({ minutes: 20 })
  await reconcile(shop)
  const stock = await stockOf(shop, tray)
  expect(await everything()).toMatchObject({ checkouts: 2, payments: 3 })

  clock.advance({ days: 364 })
  await purgeDeleted(shop)
  expect(await everything()).toMatchObject({ checkouts: 2, payments: 3 })

  clock.advance({ days: 2 })
  await Promise.all([purgeDeleted(shop), purgeDeleted(shop)])
  expect(await everything()).toEqual(books)
  expect(await stockOf(shop, tray)).toBe(stock)
  expect(await checkInvariants(shop)).toEqual([])
})

test("an abandoned checkout stays while an incident refers to it", async () => {
  const { shop, clock } = here
  const [gone, kept] = [await abandon(), await abandon()]
  const incident = { kind: "payment-stuck", intentId: "pi_1", userId: null, checkoutId: kept, detail: "Slow" } as const
  await shop.transaction((tx) => recordIncident(tx, incident))
  clock.advance({ days: 366 })
  await purgeDeleted(shop)
  const left = await shop.db.selectFrom("checkouts").select("id").where("id", "in", [gone, kept]).execute()
  expect(left).toEqual([{ id: kept }])
})

test("notices are deleted a year after their mail, and never before it", async () => {
  const { shop, clock } = here
  const notify = (key: string) =>
    shop.transaction((tx) =>
      notifyOwner(tx, key, { summary: key, paragraphs: [], action: { label: "Go", path: "/" } }, []),
    )
  await notify("mailed")
  await queueOwnerEmails(shop)
  await notify("waiting")
  clock.advance({ days: 366 })
  await purgeDeleted(shop)
  const keys = await shop.db
    .selectFrom("owner_notifications")
    .select("key")
    .where("key", "in", ["mailed", "waiting"])
    .execute()
  expect(keys).toEqual([{ key: "waiting" }])
})
