import { beforeAll, describe, expect, test } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { withdraw } from "~/domain/returns/file-withdrawal.server"
import { findWithdrawable } from "~/domain/returns/withdrawable.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { browserModes, describeMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, rowAction, signInOn, undo, visit } from "~/testing/pages/page-actions.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let admin: Staff
let ada: Member
let mug: string

beforeAll(async () => {
  ada = await signUp(journey.shop, "ada@shop.test", "Ada Lovelace")
  admin = await signUpAdmin(journey.shop)
  mug = await shelve(journey.shop, admin, { stock: 100 })
  const facts = { ...emptyFacts, address: "1 Main Street\nSpringfield", vatId: "DE123456789" }
  await changeSettings(journey.shop, admin, { snapshot: 0, facts: { ...facts, invoiceNumbers: "INV-{year}-{number}" } })
  await journey.shop.settings.renew()
})

const order = (id: string) => findOrder(journey.shop, ada, id)
const nameOf = async (id: string) => orderName((await order(id)).number)

describe.each(browserModes)("an order is processed ($scripts, $width)", (mode) => {
  test(`from Processing to Delivered, with a tracking number and a note, ${describeMode(mode)}`, async () => {
    const id = await buy(journey.shop, ada, mug)
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/orders", "Order managment")
    await (await rowAction(page, `Edit order ${await nameOf(id)}`)).click()
    await inspect(page, mode, `Order ${await nameOf(id)}`)
    const process = page.getByRole("button", { name: "Process" })
    if (mode.scripts) await expect.poll(() => process.isDisabled()).toBe(true)
    await page.getByLabel("Next status").selectOption("Shipped")
    await page.getByLabel("Tracking number").first().fill("PARCEL 7")
    await process.click()
    await page.getByText("Order updated").waitFor()
    await waitForHydration(page, mode)
    const steps = page.getByLabel("Next status").locator("option")
    await expect.poll(() => steps.allTextContents()).toEqual(["Choose status", "Delivered"])
    await page.getByLabel("New note").fill("Left with a neighbour")
    await page.getByRole("button", { name: "Add note" }).click()
    await page.getByText("Left with a neighbour").waitFor()
    await waitForHydration(page, mode)
    await page.getByLabel("Next status").selectOption("Delivered")
    await process.click()
    await page.getByText("Delivered").first().waitFor()
    await expect.poll(async () => (await order(id)).status).toBe("Delivered")
    await page.getByRole("heading", { name: "Process Order" }).waitFor({ state: "detached" })

    const { lines, available } = await findWithdrawable(journey.shop, ada, id)
    const units = [{ line: lines[0]?.id ?? "", quantity: 1 }]
    await withdraw(journey.shop, ada, id, { name: ada.name, email: ada.email, reason: "", units, available })
    await visit(page, mode, "/admin/returns?status=open", "Returns")
    await page.getByRole("link", { name: orderName((await order(id)).number) }).click()
    await inspect(page, mode, "Withdrawal")
    await page.getByRole("button", { name: "Mark as received" }).click()
    await page.getByText("Marked as received").first().waitFor()
    await page.getByRole("link", { name: "Refund", exact: true }).click()
    await inspect(page, mode, "Refund the return")
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    await page.getByText("$36.00 refunded").first().waitFor()
    expect((await order(id)).refunded).toBe(3_600)
    await page.context().close()
  })

  test(`a part is refunded, then all of it, ${describeMode(mode)}`, async () => {
    const id = await buy(journey.shop, ada, mug, 2)
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, `/admin/order/${id}/refund`, "Refund order")
    await page.getByLabel("Units of Mug").fill("1")
    if (mode.scripts) await page.getByText("$11.00.").waitFor()
    await page.getByLabel("Put these units back into stock").check()
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    await page.getByText("$11.00 refunded").waitFor()
    await page.getByRole("link", { name: "Refund" }).click()
    await inspect(page, mode, "Refund order")
    await page.getByRole("button", { name: "Refund the rest, $36.00" }).click()
    await page.getByText("NOT PAID").waitFor()
    expect((await order(id)).refunded).toBe(4_700)
    await page.context().close()
  })

  test(`a colleague's concurrent change is shown with the refusal, and the form can be continued, ${describeMode(mode)}`, async () => {
    const id = await buy(journey.shop, ada, mug, 2)
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, `/admin/order/${id}/refund`, "Refund order")
    await refundOrder(journey.shop, admin, id, { amount: 500 })
    await page.getByLabel("Amount").fill("2.50")
    const refund = page.getByRole("button", { name: "Refund", exact: true })
    await refund.click()
    await page.getByText("This order has since been refunded").first().waitFor()
    await page.getByText("Refund the rest, $42.00").waitFor()
    await inspect(page, mode, "Refund order")
    await expect.poll(() => page.getByLabel("Amount").inputValue()).toBe("2.50")
    await refund.click()
    await page.getByText("$2.50 refunded").waitFor()

    await visit(page, mode, `/admin/order/${id}/cancel`, "Cancel order")
    await page.getByLabel("Reason").fill("Sold out")
    await advanceOrder(journey.shop, admin, id, "Shipped")
    await page.getByRole("button", { name: "Cancel order" }).click()
    await page.getByText("This order is on its way and can no longer be cancelled").first().waitFor()
    await page.getByText("This order is now Shipped").waitFor()
    await inspect(page, mode, "Cancel order")
    expect(await order(id)).toMatchObject({ status: "Shipped", refunded: 750 })
    await page.context().close()
  })

  test(`it is deleted after a confirmation, and restored, ${describeMode(mode)}`, async () => {
    const id = await buy(journey.shop, ada, mug)
    const page = await signInOn(journey, mode, "admin@shop.test")
    await page.goto(`/admin/orders?search=${id}`)
    await waitForHydration(page, mode)
    await confirm(page, mode, `Delete order ${await nameOf(id)}`, "Delete")
    await undo(page, "Order has been deleted", "Order has been restored")
    await page
      .getByRole("link", { name: await nameOf(id) })
      .first()
      .waitFor()
    await page.context().close()
  })

  test(`its owner follows it, prints the receipt, orders again and cancels, ${describeMode(mode)}`, async () => {
    const id = await buy(journey.shop, ada, mug, 3)
    const page = await signInOn(journey, mode, "ada@shop.test")
    await visit(page, mode, "/orders", "Ada's order")
    await page.getByRole("link", { name: await nameOf(id) }).click()
    await inspect(page, mode, `Order ${await nameOf(id)}`)
    await page.getByRole("link", { name: "Receipt" }).click()
    await inspect(page, mode, "Receipt")
    await page.getByRole("link", { name: "Back to the order" }).click()
    await page.getByRole("link", { name: /^Invoice INV-/ }).click()
    await inspect(page, mode, /^Invoice INV-20\d\d-\d+$/)
    await page.getByRole("link", { name: "Back to the order" }).click()
    await page.getByRole("button", { name: "Order again" }).click()
    await page.getByText("Items added to cart").waitFor()
    await visit(page, mode, `/order/${id}`, `Order ${await nameOf(id)}`)
    await confirm(page, mode, "Cancel order", "Cancel order")
    await page.getByText("Your order is cancelled").waitFor()
    await inspect(page, mode, `Order ${await nameOf(id)}`)
    expect(await order(id)).toMatchObject({ status: "Cancelled", payment: { status: "refunded" } })
    await page.context().close()
  })
})
