import type { Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { browserModes, describeMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, signInOn } from "~/testing/pages/page-actions.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()

beforeAll(async () => {
  await signUpAdmin(journey.shop)
})

describe.each(browserModes)("a file of an unknown program is imported ($scripts, $width)", (mode) => {
  let page: Page

  beforeAll(async () => {
    page = await signInOn(journey, mode, "admin@shop.test")
  })
  afterAll(() => page?.context().close())

  const heading = `Article ${mode.scripts} ${mode.width};Amount due;Left;Aisle;Memo`
  const name = `Journey pan ${mode.scripts} ${mode.width}`

  async function upload(rows: string): Promise<void> {
    await page.goto("/admin/products/import")
    await waitForHydration(page, mode)
    const buffer = Buffer.from(`${heading}\n${rows}\n`)
    await page.getByLabel("CSV file").setInputFiles({ name: "list.csv", mimeType: "text/csv", buffer })
    await page.getByRole("button", { name: "Check the file" }).click()
  }

  test(`its columns are chosen, and remembered, ${describeMode(mode)}`, async () => {
    await upload(`${name};"1,000";3;Kitchen;x`)
    await page.getByRole("heading", { name: "Choose the columns" }).waitFor()
    await inspect(page, mode, "Import of list.csv")
    await page.getByText(`“${name}”`).waitFor()
    await page.getByLabel(`Article ${mode.scripts}`).selectOption("Name")
    await page.getByRole("button", { name: "Check the file" }).click()
    await page.getByText("Choose the column with the price of the products").last().waitFor()
    await page.getByLabel(`Article ${mode.scripts}`).selectOption("Name")
    await page.getByLabel("Amount due").selectOption("Price")
    await page.getByLabel("Left").selectOption("Stock")
    await page.getByLabel("Aisle").selectOption("Category")
    await page.getByRole("button", { name: "Check the file" }).click()
    await page.getByLabel("“1,000” in the column “Amount due”").selectOption("1000")
    await inspect(page, mode, "Import of list.csv")
    await page.getByRole("button", { name: "Check the file again" }).click()
    await page.getByRole("heading", { name: "What the import will do" }).waitFor()
    const ignored = page.getByRole("row", { name: /^Columns that are not imported/ })
    await ignored.getByRole("link", { name: "1" }).click()
    await page.getByRole("cell", { name: "“x”" }).waitFor()
    await inspect(page, mode, "Import of list.csv")
    await page.getByRole("link", { name: "Show all rows" }).click()
    await page.getByLabel("Name or line").fill("nothing like it")
    await page.locator("#table-filter").getByRole("button", { name: "Search" }).click()
    await page.getByText("Nothing found").waitFor()
    await page.getByRole("link", { name: "Show all", exact: true }).click()
    await page.getByRole("button", { name: "Import 1 row" }).click()
    await page.getByText("Finished on").waitFor({ timeout: 30_000 })
    await page.getByRole("heading", { name: "What the import did" }).waitFor()
    await inspect(page, mode, "Import of list.csv")
    const made = journey.shop.db.selectFrom("products").select(["price", "stock"]).where("name", "=", name)
    expect(await made.execute()).toEqual([{ price: 100_000, stock: 3 }])
    await confirm(page, mode, "Take this import back", "Take it back")
    await page.getByText("Taken back on").waitFor({ timeout: 30_000 })
    await inspect(page, mode, "Import of list.csv")
    expect(await made.execute()).toEqual([])
    await upload(`${name} 2;19,90;3;Kitchen;`)
    await page.getByRole("button", { name: "Import 1 row" }).waitFor()
  })
})
