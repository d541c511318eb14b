import { beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { browserModes, describeMode } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, press, signInOn, undo, visit } from "~/testing/pages/page-actions.server"
import { setRules } from "~/testing/shop/pricing-rules.server"
import { addSizedProduct } from "~/testing/shop/product-with-options.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let admin: Staff

beforeAll(async () => {
  admin = await signUpAdmin(journey.shop)
})

describe.each(browserModes)("staff delete records after a confirmation ($scripts, $width)", (mode) => {
  test(`a method, a zone and a rate, and undo it, ${describeMode(mode)}`, async () => {
    await setRules(journey.shop)
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/shipping/everywhere", "Everywhere")
    await confirm(page, mode, "Delete Shipping", "Delete")
    await undo(page, "Shipping method deleted", "Shipping has been restored")
    await visit(page, mode, "/admin/shipping/everywhere", "Everywhere")
    await confirm(page, mode, "Delete", "Delete")
    await undo(page, "Zone deleted", "Everywhere has been restored")
    await visit(page, mode, "/admin/taxes", "Taxes")
    await page.getByRole("table").first().getByRole("link").first().click()
    await inspect(page, mode, "Rate")
    await confirm(page, mode, "Delete", "Delete")
    await undo(page, "Rate deleted", "The taxes have been restored")
    await page.context().close()
  })

  test(`a category, whose products need another one, ${describeMode(mode)}`, async () => {
    const [gone, next] = ["Trays", "Bowls"].map((name) => `${name} ${mode.scripts} ${mode.width}`) as [string, string]
    for (const name of [gone, next]) await createCategory(journey.shop, admin, { name, body: "" })
    await shelve(journey.shop, admin, { name: "Round tray", category: gone })
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/categories", "Categories")
    await confirm(page, mode, `Delete ${gone}`, "Delete")
    await inspect(page, mode, `Delete ${gone}?`)
    await page.getByText(`${gone} has products: please choose a category for them`).first().waitFor()
    await visit(page, mode, "/admin/categories", "Categories")
    await page.getByRole("link", { name: `Delete ${gone}` }).click()
    await page.getByLabel("Move its products to").selectOption({ label: next })
    await page.getByRole("button", { name: "Delete", exact: true }).click()
    await undo(page, "Category has been deleted", "Category has been restored")
    await page.context().close()
  })

  test(`errors of variants are all reported, in the order of the page, ${describeMode(mode)}`, async () => {
    const { id } = await addSizedProduct(journey.shop, admin, { name: "Apron", sizes: { S: 1, M: 1 } })
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, `/admin/product/${id}/versions`, "Versions")
    for (const row of [0, 1]) await page.getByLabel("SKU").nth(row).fill("A-1")
    await page.getByLabel("GTIN").first().fill("1")
    await page.getByLabel("Price", { exact: true }).nth(1).fill("")
    await press(page, mode, "Save versions")
    await page.getByText("There is a problem").waitFor()
    expect(await page.locator(".error-summary li").allInnerTexts()).toEqual([
      "A GTIN has 8, 12, 13 or 14 digits",
      "Please enter a price",
      "A-1 is the SKU of another version",
    ])
    await page.context().close()
  })
})
