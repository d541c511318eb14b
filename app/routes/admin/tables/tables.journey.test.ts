import type { Page } from "playwright"
import { beforeAll, expect, test } from "vitest"
import type { BrowserMode } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { signInOn, visit } from "~/testing/pages/page-actions.server"
import { shelve, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
const mode: BrowserMode = { scripts: true, width: 1280 }

beforeAll(async () => {
  const admin = await signUpAdmin(journey.shop)
  for (let number = 1; number <= 11; number++) await shelve(journey.shop, admin, { name: `Mug ${number}` })
})

const focused = (page: Page) => page.locator(":focus")

test("a filter that applies immediately keeps the focus, and receives the next key", async () => {
  const page = await signInOn(journey, mode, "admin@shop.test")
  await visit(page, mode, "/admin/products", "All products")
  const category = page.locator("#filter-category")
  await category.focus()
  for (const name of ["Electronics", "Footwear"]) {
    await page.keyboard.press("ArrowDown")
    await page.waitForURL(`**category=${name}*`)
    await expect.poll(() => focused(page).getAttribute("id")).toBe("filter-category")
  }
  const search = page.locator("#filter-search")
  await search.fill("mug 1")
  await search.press("Enter")
  await page.waitForURL("**search=mug*")
  await expect.poll(() => focused(page).getAttribute("id")).toBe("filter-search")
  await page.context().close()
})

test("a category that is now first or last has the focus on its only button", async () => {
  const page = await signInOn(journey, mode, "admin@shop.test")
  await visit(page, mode, "/admin/categories", "Categories")
  const name = () => focused(page).getAttribute("aria-label")
  await page.getByRole("button", { name: "Move Clothing up" }).press("Enter")
  await page.getByRole("row").nth(2).filter({ hasText: "Clothing" }).waitFor()
  await expect.poll(name).toBe("Move Clothing up")
  await page.keyboard.press("Enter")
  await expect.poll(name).toBe("Move Clothing down")
  await page.getByRole("button", { name: "Move Kitchen down" }).press("Enter")
  await expect.poll(name).toBe("Move Kitchen up")
  await page.context().close()
})

test("without scripts the page starts at a moved category", async () => {
  const still: BrowserMode = { scripts: false, width: 360 }
  const page = await signInOn(journey, still, "admin@shop.test")
  await visit(page, still, "/admin/categories", "Categories")
  const move = page.getByRole("button", { name: "Move Gaming down" })
  await move.press("Enter")
  await page.waitForURL("**/admin/categories#move-*")
  const begins = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`)
  expect(await begins.getAttribute("aria-label")).toBe("Move Gaming up")
  await page.context().close()
})

test("with a deleted row, its undo and another page the focus moves to the table", async () => {
  const page = await signInOn(journey, mode, "admin@shop.test")
  await visit(page, mode, "/admin/products", "All products")
  const caption = () => focused(page).locator("caption").textContent()
  await page.getByRole("link", { name: "Delete Mug 11" }).press("Enter")
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).press("Enter")
  const undo = page.getByRole("button", { name: "Undo" })
  await undo.waitFor()
  await expect.poll(caption).toBe("All products")
  await undo.press("Enter")
  await page.getByText("Product has been restored").waitFor()
  await expect.poll(caption).toBe("All products")
  await page.getByRole("link", { name: "Next", exact: true }).press("Enter")
  await page.getByText("11–11 of 11").waitFor()
  await expect.poll(caption).toBe("All products")
  await page.context().close()
})
