import type { Browser } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/user"
import { findOrder } from "~/domain/orders/orders.server"
import { bothWays, describeWays, openBrowser, settled } from "~/testing/browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/built-shop.server"
import { confirm, inspect, signInOn, undo, visit } from "~/testing/keeper.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"

let built: BuiltShop
let browser: Browser
let ada: Member
let mug: string

beforeAll(async () => {
  ;[built, browser] = await Promise.all([openBuiltShop(), openBrowser()])
  ada = await signUp(built.shop, "ada@shop.test", "Ada Lovelace")
  mug = await shelve(built.shop, await signUpAdmin(built.shop), { stock: 100 })
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

const order = (id: string) => findOrder(built.shop, ada, id)

describe.each(bothWays)("an order goes its way ($scripts, $width)", (ways) => {
  test(`from Processing to Delivered, with a tracking number and a note, ${describeWays(ways)}`, async () => {
    const id = await buy(built.shop, ada, mug)
    const page = await signInOn(browser, built.url, ways, "admin@shop.test")
    await visit(page, ways, "/admin/orders", "Order managment")
    await page.getByRole("link", { name: `Edit order ${id}` }).click()
    await inspect(page, ways, `Order ${id}`)
    const process = page.getByRole("button", { name: "Process" })
    if (ways.scripts) expect(await process.isDisabled()).toBe(true)
    await page.getByLabel("Next status").selectOption("Shipped")
    await page.getByLabel("Tracking number").first().fill("PARCEL 7")
    await process.click()
    await page.getByText("Order updated").waitFor()
    await settled(page, ways)
    expect(await page.getByLabel("Next status").locator("option").allTextContents()).toEqual([
      "Choose status",
      "Delivered",
    ])
    await page.getByLabel("New note").fill("Left with a neighbour")
    await page.getByRole("button", { name: "Add note" }).click()
    await page.getByText("Left with a neighbour").waitFor()
    await settled(page, ways)
    await page.getByLabel("Next status").selectOption("Delivered")
    await process.click()
    await page.getByText("Delivered").first().waitFor()
    await expect.poll(async () => (await order(id)).status).toBe("Delivered")
    await page.getByRole("heading", { name: "Process Order" }).waitFor({ state: "detached" })
    await page.context().close()
  }, 60_000)

  test(`part of the money goes back, then all of it, ${describeWays(ways)}`, async () => {
    const id = await buy(built.shop, ada, mug, 2)
    const page = await signInOn(browser, built.url, ways, "admin@shop.test")
    await visit(page, ways, `/admin/order/${id}/refund`, "Refund order")
    await page.getByLabel("Units of Mug").fill("1")
    if (ways.scripts) await page.getByText("$11.00.").waitFor()
    await page.getByLabel("Put these units back to stock").check()
    await page.getByRole("button", { name: "Refund", exact: true }).click()
    await page.getByText("$11.00 refunded").waitFor()
    await page.getByRole("link", { name: "Refund" }).click()
    await inspect(page, ways, "Refund order")
    await page.getByRole("button", { name: "Refund all that is left, $36.00" }).click()
    await page.getByText("NOT PAID").waitFor()
    expect((await order(id)).refunded).toBe(4_700)
    await page.context().close()
  }, 60_000)

  test(`it is deleted after a question, and taken back, ${describeWays(ways)}`, async () => {
    const id = await buy(built.shop, ada, mug)
    const page = await signInOn(browser, built.url, ways, "admin@shop.test")
    await page.goto(`/admin/orders?search=${id}`)
    await settled(page, ways)
    await confirm(page, ways, `Delete order ${id}`, "Delete")
    await undo(page, "Order has been deleted", "Order has been restored")
    await page.getByRole("link", { name: `Edit order ${id}` }).waitFor()
    await page.context().close()
  }, 60_000)

  test(`its owner follows it, prints the receipt, orders again and cancels, ${describeWays(ways)}`, async () => {
    const id = await buy(built.shop, ada, mug, 3)
    const page = await signInOn(browser, built.url, ways, "ada@shop.test")
    await visit(page, ways, "/orders", "Ada's order")
    await page.getByRole("link", { name: id }).click()
    await inspect(page, ways, `Order ${id}`)
    await page.getByRole("link", { name: "Receipt" }).click()
    await inspect(page, ways, "Receipt")
    await page.getByRole("link", { name: "Back to the order" }).click()
    await page.getByRole("button", { name: "Order again" }).click()
    await page.getByText("Items added to cart").waitFor()
    await visit(page, ways, `/order/${id}`, `Order ${id}`)
    await confirm(page, ways, "Cancel order", "Cancel order")
    await page.getByText("Your order is cancelled").waitFor()
    await inspect(page, ways, `Order ${id}`)
    expect(await order(id)).toMatchObject({ status: "Cancelled", payment: { status: "refunded" } })
    await page.context().close()
  }, 60_000)
})
