import { beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { browserModes, describeMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, rowAction, signInOn, undo, visit } from "~/testing/pages/page-actions.server"
import { shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let admin: Staff

beforeAll(async () => {
  admin = await signUpAdmin(journey.shop)
})

describe.each(browserModes)("an administrator manages people ($scripts, $width)", (mode) => {
  test(`updates a user, deletes them and undoes it, ${describeMode(mode)}`, async () => {
    const email = `bob-${mode.scripts}@shop.test`
    await signUp(journey.shop, email, "Bob Bowler")
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/users", "ALL USERS")
    await page.getByPlaceholder("Name, email, telephone or town").fill(email)
    await page.getByRole("button", { name: "Search" }).last().click()
    await page.getByText("1–1 of 1").waitFor()
    await (await rowAction(page, "Edit Bob Bowler")).click()
    await inspect(page, mode, "Update User")
    const button = page.getByRole("button", { name: "Update" })
    if (mode.scripts) {
      await page.getByLabel("Role").selectOption("")
      await expect.poll(() => button.isDisabled()).toBe(true)
    }
    await page.getByLabel("Role").selectOption({ label: "Admin" })
    await page.getByLabel("Name").fill("Bob Batter")
    await button.click()
    await page.getByText("User data updated").waitFor()
    await page.getByRole("link", { name: "Back to the users" }).click()
    await page.getByText("1–1 of 1").waitFor()
    await waitForHydration(page, mode)
    await confirm(page, mode, "Delete Bob Batter", "Delete")
    await undo(page, "Profile has been deleted", "User has been restored")
    await page.getByText("Bob Batter").first().waitFor()
    await page.context().close()
  })

  test(`finds a product's reviews, deletes one, and undoes it in the audit log, ${describeMode(mode)}`, async () => {
    const { shop } = journey
    const jug = await shelve(shop, admin, { name: "Jug" })
    const author = await signUp(shop, `eve-${mode.scripts}@shop.test`, "Eve Edwards")
    await leaveReview(shop, author, { productId: jug, rating: 1.5, comment: "It leaks" })
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/reviews", "Enter product ID to find review")
    await page.getByLabel("Product ID").pressSequentially(jug)
    if (!mode.scripts) await page.getByRole("button", { name: "Search" }).last().click()
    await page.waitForURL((address) => address.searchParams.get("product") === jug)
    await page.getByText("1–1 of 1").waitFor()
    await waitForHydration(page, mode)
    await confirm(page, mode, /^Delete review/, "Delete")
    await page.getByText("Review has been deleted").waitFor()
    await page.getByText("No reviews found", { exact: true }).waitFor()
    await visit(page, mode, "/admin/audit?kind=review", "Audit log")
    await page
      .getByRole("button", { name: /^Undo deletion of review/ })
      .first()
      .click()
    await page.getByText("Review has been restored").waitFor()
    await page.goto(`/product/${jug}`)
    await page.getByText("It leaks").waitFor()
    await page.context().close()
  })

  test(`a shopper is led to their account, from every page, ${describeMode(mode)}`, async () => {
    const email = `shopper-${mode.scripts}@shop.test`
    await signUp(journey.shop, email)
    const page = await signInOn(journey, mode, email)
    for (const path of ["/admin", "/admin/dashboard", "/admin/users", "/admin/nowhere"]) {
      await page.goto(path)
      expect(new URL(page.url()).pathname).toBe("/account")
    }
    await page.context().close()
  })
})
