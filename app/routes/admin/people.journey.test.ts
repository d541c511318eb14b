import type { Browser } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Admin } from "~/domain/accounts/user"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { bothWays, describeWays, openBrowser, settled } from "~/testing/browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/built-shop.server"
import { confirm, inspect, signInOn, undo, visit } from "~/testing/keeper.server"
import { shelve, signUp, signUpAdmin } from "~/testing/test-orders.server"

let built: BuiltShop
let browser: Browser
let admin: Admin

beforeAll(async () => {
  ;[built, browser] = await Promise.all([openBuiltShop(), openBrowser()])
  admin = await signUpAdmin(built.shop)
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

describe.each(bothWays)("an administrator looks after people ($scripts, $width)", (ways) => {
  test(`updates a user, deletes them and takes it back, ${describeWays(ways)}`, async () => {
    const email = `bob-${ways.scripts}@shop.test`
    await signUp(built.shop, email, "Bob Bowler")
    const page = await signInOn(browser, built.url, ways, "admin@shop.test")
    await visit(page, ways, "/admin/users", "ALL USERS")
    await page.getByPlaceholder("Name, email or ID").fill(email)
    await page.getByRole("button", { name: "Search" }).last().click()
    await page.getByText("1–1 of 1").waitFor()
    await page.getByRole("link", { name: "Edit Bob Bowler" }).click()
    await inspect(page, ways, "Update User")
    const button = page.getByRole("button", { name: "Update" })
    if (ways.scripts) {
      await page.getByLabel("Role").selectOption("")
      expect(await button.isDisabled()).toBe(true)
    }
    await page.getByLabel("Role").selectOption({ label: "Admin" })
    await page.getByLabel("Name").fill("Bob Batter")
    await button.click()
    await page.getByText("User data updated").waitFor()
    await page.getByRole("link", { name: "Back to the users" }).click()
    await page.getByText("1–1 of 1").waitFor()
    await settled(page, ways)
    await confirm(page, ways, "Delete Bob Batter", "Delete")
    await undo(page, "Profile has been deleted", "User has been restored")
    await page.getByRole("link", { name: "Edit Bob Batter" }).waitFor()
    await page.context().close()
  }, 60_000)

  test(`finds a product's reviews, deletes one, and takes it back in the audit log, ${describeWays(ways)}`, async () => {
    const { shop } = built
    const jug = await shelve(shop, admin, { name: "Jug" })
    const author = await signUp(shop, `eve-${ways.scripts}@shop.test`, "Eve Edwards")
    await leaveReview(shop, author, { productId: jug, rating: 1.5, comment: "It leaks" })
    const page = await signInOn(browser, built.url, ways, "admin@shop.test")
    await visit(page, ways, "/admin/reviews", "Enter product ID to find review")
    await page.getByLabel("Product ID").pressSequentially(jug)
    if (!ways.scripts) await page.getByRole("button", { name: "Search" }).last().click()
    await page.waitForURL((address) => address.searchParams.get("product") === jug)
    await page.getByText("1–1 of 1").waitFor()
    await settled(page, ways)
    await confirm(page, ways, /^Delete review/, "Delete")
    await page.getByText("Review has been deleted").waitFor()
    await page.getByText("No reviews found").waitFor()
    await visit(page, ways, "/admin/audit?kind=review", "Audit log")
    await page
      .getByRole("button", { name: /^Undo deletion of review/ })
      .first()
      .click()
    await page.getByText("Review has been restored").waitFor()
    await page.goto(`/product/${jug}`)
    await page.getByText("It leaks").waitFor()
    await page.context().close()
  }, 60_000)

  test(`a shopper is led to their account, wherever they try, ${describeWays(ways)}`, async () => {
    const email = `shopper-${ways.scripts}@shop.test`
    await signUp(built.shop, email)
    const page = await signInOn(browser, built.url, ways, email)
    for (const path of ["/admin", "/admin/dashboard", "/admin/users", "/admin/nowhere"]) {
      await page.goto(path)
      expect(new URL(page.url()).pathname).toBe("/account")
    }
    await page.context().close()
  }, 60_000)
})
