import type { Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { findOrder } from "~/domain/orders/orders.server"
import { changeFacts } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { camtFile } from "~/testing/bank-files"
import { browserModes, describeMode } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { inspect, signInOn, visit } from "~/testing/pages/page-actions.server"
import { addBuyer } from "~/testing/shop/buyers.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"
import { allowWaysToPay, orderUnpaid } from "~/testing/shop/unpaid-orders.server"

const journey = openJourney()
let mug = ""
let admin: Staff

beforeAll(async () => {
  admin = await signUpAdmin(journey.shop)
  await allowWaysToPay(journey.shop, admin)
  mug = await shelve(journey.shop, admin, { stock: 100 })
})

describe.each(browserModes)("an owner reads a file of the bank ($scripts, $width)", (mode) => {
  let page: Page

  beforeAll(async () => {
    page = await signInOn(journey, mode, "admin@shop.test")
  })
  afterAll(() => page?.context().close())

  async function unpaid() {
    const buyer = await addBuyer(journey.shop)
    const id = await orderUnpaid(journey.shop, buyer, mug)
    return findOrder(journey.shop, buyer, id)
  }

  test(`records what matches, and pays back what is too much, ${describeMode(mode)}`, async () => {
    const [exact, over] = [await unpaid(), await unpaid()]
    const amountOf = (cents: number) => (cents / 100).toFixed(2)
    const bankReference = (name: string) => `${name} ${mode.width} ${mode.scripts}`
    const file = camtFile(
      [
        { amount: amountOf(exact.totals.total), text: `Order ${exact.number}`, bankReference: bankReference("A") },
        { amount: amountOf(over.totals.total + 500), text: `Order ${over.number}`, bankReference: bankReference("B") },
      ],
      { currency: "USD" },
    )
    await page.goto("/admin/orders")
    await page.getByRole("link", { name: "Bank transfers" }).click()
    await inspect(page, mode, "Payments by bank transfer")
    await page.getByRole("link", { name: "Read a bank file" }).click()
    await inspect(page, mode, "Read a bank file")
    const upload = { name: "week.xml", mimeType: "text/xml", buffer: Buffer.from(file) }
    await page.getByLabel("Bank file").setInputFiles(upload)
    await page.getByRole("button", { name: "Check the file" }).click()
    await inspect(page, mode, "Bank file week.xml")
    await page.getByRole("button", { name: "Record 1 matching payment" }).click()
    await page.getByText("Recorded on").waitFor()
    expect((await findOrder(journey.shop, admin, exact.id)).payment.status).toBe("succeeded")
    await page.goto("/admin/payments?outcome=over&status=open")
    await page.getByRole("link", { name: "Ada Buyer" }).first().click()
    await inspect(page, mode, "Payment of")
    await page.getByRole("button", { name: /and pay back the rest/ }).click()
    await page.getByRole("button", { name: "Undo" }).waitFor()
    await page.goto("/admin/payouts")
    await inspect(page, mode, "Money to pay back")
    await page.goto("/admin/payments/orders")
    await inspect(page, mode, "Orders that wait for a transfer")
  })

  test(`sees the code of a transfer on the page of its order, ${describeMode(mode)}`, async () => {
    const { id, number } = await unpaid()
    const { db } = journey.shop
    await db.updateTable("orders").set({ currency: "EUR" }).where("id", "=", id).execute()
    await visit(page, mode, `/order/${id}`, `Order #${number}`)
    await page.getByRole("img", { name: "QR code of the transfer" }).waitFor()
    await allowWaysToPay(journey.shop, admin, { iban: "CH9300762011623852957" })
    await changeAddress("Bahnhofstrasse 1\n8001 Zürich")
    await visit(page, mode, `/order/${id}`, `Order #${number}`)
    await page.getByRole("img", { name: "Swiss QR code" }).waitFor()
    await allowWaysToPay(journey.shop, admin)
  })
})

async function changeAddress(address: string) {
  const { version: snapshot } = await readNewestSettings(journey.shop)
  await changeFacts(journey.shop, admin, { snapshot, address })
  await journey.shop.settings.renew()
}
