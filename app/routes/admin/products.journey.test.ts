import { readFile } from "node:fs/promises"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { bothWays, describeWays, openBrowser, settled, type Ways } from "~/testing/browser.server"
import { type BuiltShop, openBuiltShop } from "~/testing/built-shop.server"
import { confirm, inspect, signInOn, undo } from "~/testing/keeper.server"
import { stockShelves } from "~/testing/stock-shelves.server"
import { signUpAdmin } from "~/testing/test-orders.server"

let built: BuiltShop
let browser: Browser

beforeAll(async () => {
  ;[built, browser] = await Promise.all([openBuiltShop(), openBrowser()])
  await signUpAdmin(built.shop)
  await stockShelves(built.shop, 12)
})
afterAll(async () => {
  await browser?.close()
  await built?.close()
})

const productOf = (name: string) =>
  built.shop.db
    .selectFrom("products")
    .select(["id", "price", "stock", "category"])
    .where("name", "=", name)
    .executeTakeFirst()

describe.each(bothWays)("an administrator looks after the catalogue ($scripts, $width)", (ways) => {
  const name = `Journey mug ${ways.scripts}`
  let page: Page

  beforeAll(async () => {
    page = await signInOn(browser, built.url, ways, "admin@shop.test")
  })
  afterAll(() => page?.context().close())

  test(`publishes a product with a picture and finds it in the shop, ${describeWays(ways)}`, async () => {
    await open(page, ways, "/admin/products")
    await page.getByRole("link", { name: "New product" }).last().click()
    await inspect(page, ways, "Create product")
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("There is a problem").waitFor()
    await inspect(page, ways, "Create product")
    await page.getByLabel("Product name").fill(name)
    await page.getByLabel("Price").fill("12.50")
    await page.getByLabel("Category").selectOption("Kitchen")
    await page.getByLabel("Description").fill("Holds tea.")
    await page.getByLabel("Stock").fill("30")
    await page.getByLabel("Images").setInputFiles({ name: "mug.png", mimeType: "image/png", buffer: await picture() })
    if (ways.scripts) await page.getByRole("img", { name: "mug.png" }).waitFor()
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("Product created").waitFor()
    await page.goto(`/product/${(await productOf(name))?.id}`)
    await page.getByRole("heading", { level: 1, name }).waitFor()
  }, 60_000)

  test(`updates it from the list and comes back to the same place, ${describeWays(ways)}`, async () => {
    await open(page, ways, `/admin/products?search=${encodeURIComponent(name)}&sort=name`)
    await page.getByRole("link", { name: `Edit ${name}` }).click()
    await inspect(page, ways, "Update product")
    await page.getByLabel("Price").fill("15")
    await page.getByLabel("Stock", { exact: true }).fill("28")
    await page.getByLabel("Reason for the new stock").fill("Two broke")
    await page.getByLabel("What image 1 shows").fill("A blue mug")
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("Product data has been updated").waitFor()
    expect(new URL(page.url()).searchParams.get("search")).toBe(name)
    expect(await productOf(name)).toMatchObject({ price: 1_500, stock: 28 })
  }, 60_000)

  test(`changes ticked products together, after a preview, ${describeWays(ways)}`, async () => {
    await open(page, ways, `/admin/products?search=${encodeURIComponent(name)}`)
    await page.getByLabel(`Tick ${name}`).check()
    await page.getByRole("button", { name: "Edit ticked products" }).click()
    await inspect(page, ways, "Edit 1 product")
    await page.getByLabel("Price", { exact: true }).selectOption("raise")
    await page.getByLabel("Price or percent").fill("10")
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByText("$16.50").waitFor()
    expect(await productOf(name)).toMatchObject({ price: 1_500 })
    await page.getByRole("button", { name: "Change 1 product" }).click()
    await page.getByText("1 product has been updated").waitFor()
    expect(await productOf(name)).toMatchObject({ price: 1_650 })
  }, 60_000)

  test(`exports the list and imports it again, ${describeWays(ways)}`, async () => {
    await open(page, ways, "/admin/products")
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ])
    const text = await readFile(await download.path(), "utf8")
    await page.getByRole("link", { name: "Import CSV" }).click()
    await inspect(page, ways, "Import products")
    const edited = `${text.trim()}\n,Imported ${name},Gaming,4.50,3,,Fun\n`
    const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(edited) }
    await page.getByLabel("CSV file").setInputFiles(file)
    await page.getByRole("button", { name: "Check the file" }).click()
    await inspect(page, ways, "Import of products.csv")
    await page.getByRole("button", { name: "Import 1 row" }).click()
    await page.locator(".figure", { hasText: "Created" }).waitFor({ timeout: 20_000 })
    expect(await productOf(`Imported ${name}`)).toMatchObject({ price: 450, stock: 3, category: "Gaming" })
  }, 60_000)

  test(`deletes a product after a question and takes it back, ${describeWays(ways)}`, async () => {
    const list = `/admin/products?search=${encodeURIComponent(name)}`
    await open(page, ways, list)
    await confirm(page, ways, `Delete ${name}`, "Delete")
    await undo(page, "Product has been deleted", "Product has been restored")
    expect(new URL(page.url()).searchParams.get("search")).toBe(name)
    await page.getByRole("link", { name: `Edit ${name}` }).waitFor()
  }, 60_000)
})

async function open(page: Page, ways: Ways, path: string) {
  await page.goto(path)
  await settled(page, ways)
}

async function picture(): Promise<Buffer> {
  const sharp = (await import("sharp")).default
  const background = { r: 40, g: 80, b: 160 }
  return sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
}
