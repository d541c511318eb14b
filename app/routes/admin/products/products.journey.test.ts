import { readFile } from "node:fs/promises"
import type { Locator, Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import { type BrowserMode, browserModes, describeMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, rowAction, signInOn, undo } from "~/testing/pages/page-actions.server"
import { addProductWithOptions } from "~/testing/shop/product-with-options.server"
import { publishDemoProducts } from "~/testing/shop/published-products.server"
import { buy, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
let admin: Staff

beforeAll(async () => {
  admin = await signUpAdmin(journey.shop)
  await publishDemoProducts(journey.shop, 12)
})

const productOf = (name: string) =>
  journey.shop.db
    .selectFrom("products")
    .select(["id", "price", "stock", "category"])
    .where("name", "=", name)
    .executeTakeFirst()

async function altsOf(name: string): Promise<string[]> {
  const images = journey.shop.db
    .selectFrom("product_images")
    .innerJoin("products", "products.id", "product_id")
    .select("alt")
    .where("name", "=", name)
    .orderBy("position")
  return (await images.execute()).map(({ alt }) => alt)
}

describe.each(browserModes)("an administrator maintains the catalogue ($scripts, $width)", (mode) => {
  const name = `Journey mug ${mode.scripts}`
  let page: Page

  beforeAll(async () => {
    page = await signInOn(journey, mode, "admin@shop.test")
  })
  afterAll(() => page?.context().close())

  test(`publishes a product with a picture and finds it in the shop, ${describeMode(mode)}`, async () => {
    await open(page, mode, "/admin/products")
    await page.getByRole("link", { name: "New product" }).last().click()
    await inspect(page, mode, "Create product")
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("There is a problem").waitFor()
    await inspect(page, mode, "Create product")
    await page.getByLabel("Product name").fill(name)
    await page.getByLabel("Price", { exact: true }).fill("12.50")
    await page.getByLabel("Category").selectOption("Kitchen")
    await page.getByLabel("Description").fill("Holds tea.")
    await page.getByLabel("Stock").fill("30")
    await page.getByLabel("Images").setInputFiles({ name: "mug.png", mimeType: "image/png", buffer: await picture() })
    if (mode.scripts) await page.getByRole("img", { name: "mug.png" }).waitFor()
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("Product created").waitFor()
    await page.goto(`/product/${(await productOf(name))?.id}`)
    await page.getByRole("heading", { level: 1, name }).waitFor()
  })

  test(`starts a sale and stops counting, then ends both, ${describeMode(mode)}`, async () => {
    const { id = "" } = (await productOf(name)) ?? {}
    const edit = async (fill: () => Promise<void>) => {
      await open(page, mode, `/admin/product/${id}`)
      await fill()
      await page.getByRole("button", { name: "Publish" }).click()
      await page.getByText("Product data has been updated").waitFor()
    }
    await edit(async () => {
      await page.getByLabel("Sale price").fill("9.00")
      await page.getByLabel("Sale from").fill("2020-01-01")
      await page.getByLabel("Sale until").fill("2999-12-31")
      await page.getByLabel("Sell without counting").check()
      await inspect(page, mode, "Update product")
    })
    expect(await productOf(name)).toMatchObject({ price: 900, stock: 999_999 })
    await open(page, mode, `/product/${id}`)
    await page.getByText("$9.00").first().waitFor()
    await page.getByText("In stock").first().waitFor()
    await edit(async () => {
      for (const label of ["Sale price", "Sale from", "Sale until"]) await page.getByLabel(label).fill("")
      await page.getByLabel("Sell without counting").uncheck()
      await page.getByLabel("Stock", { exact: true }).fill("30")
    })
    expect(await productOf(name)).toMatchObject({ price: 1_250, stock: 30 })
  })

  test(`updates it from the list and returns to the same place, ${describeMode(mode)}`, async () => {
    await open(page, mode, `/admin/products?search=${encodeURIComponent(name)}&sort=name`)
    await openSlowly(page, mode, await rowAction(page, `Edit ${name}`))
    await inspect(page, mode, "Update product")
    await page.getByLabel("Price", { exact: true }).fill("15")
    await page.getByLabel("Compare-at price").fill("20")
    await page.getByLabel("Stock", { exact: true }).fill("28")
    await page.getByLabel("Reason for the new stock").fill("Two broke")
    await page.getByLabel("Description of image 1").fill("A blue mug")
    const more = { name: "side.png", mimeType: "image/png", buffer: await picture() }
    const broken = { name: `${"W".repeat(60)}.png`, mimeType: "image/png", buffer: Buffer.from("no picture") }
    await page.getByLabel("Add images").setInputFiles([more, broken])
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText(`“${broken.name}”: Files of this type are not supported`).first().waitFor()
    await inspect(page, mode, "Update product")
    await page.getByLabel("Add images").setInputFiles(more)
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("Product data has been updated").waitFor()
    await (await rowAction(page, `Edit ${name}`)).click()
    await inspect(page, mode, "Update product")
    if (mode.scripts) {
      const down = page.getByRole("button", { name: "Image 1 down" })
      await down.press("Enter")
      await expect.poll(() => page.getByLabel("Description of image 2").inputValue()).toBe("A blue mug")
      await page.getByText("Image 1 is now image 2").waitFor()
      await page.locator("button:focus", { hasText: "Image 2 down" }).waitFor()
      const images = page.locator(".current-images li")
      await images.nth(1).dispatchEvent("dragstart")
      await images.nth(0).dispatchEvent("dragenter")
      await expect.poll(() => page.getByLabel("Description of image 1").inputValue()).toBe("A blue mug")
      await images.nth(0).dispatchEvent("dragend")
      await down.click()
      await expect.poll(() => page.getByLabel("Description of image 2").inputValue()).toBe("A blue mug")
    } else await page.getByLabel("Position of image 1").fill("3")
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByRole("heading", { level: 1, name: "All products" }).waitFor()
    expect(await altsOf(name)).toEqual(["", "A blue mug"])
    expect(new URL(page.url()).searchParams.get("search")).toBe(name)
    expect(await productOf(name)).toMatchObject({ price: 1_500, stock: 28 })
  })

  test(`changes selected products together, after a preview, ${describeMode(mode)}`, async () => {
    await open(page, mode, `/admin/products?search=${encodeURIComponent(name)}`)
    if (mode.scripts) {
      await page.getByLabel("Select all on this page").check()
      await page.getByText("1 selected").waitFor()
      await page.getByLabel("Select all on this page").uncheck()
      await page.getByText("0 selected").waitFor()
    }
    await page.getByLabel(`Tick ${name}`).check()
    await page.getByText("Price, sale, stock, category").click()
    await inspect(page, mode, "All products")
    await page.getByLabel("Price", { exact: true }).selectOption("raise")
    await page.getByRole("button", { name: "Preview" }).click()
    await inspect(page, mode, "Edit 1 product")
    await page.getByText("Enter a percentage such as 10 or 2.5").waitFor()
    await page.getByLabel("Price or percent", { exact: true }).fill("10")
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByText("$16.50").waitFor()
    expect(await productOf(name)).toMatchObject({ price: 1_500 })
    await page.getByRole("button", { name: "Change 1 product" }).click()
    await page.getByText("1 product has been updated").waitFor()
    expect(await productOf(name)).toMatchObject({ price: 1_650 })
  })

  test(`makes it a draft, previews it, sets a day and publishes it, ${describeMode(mode)}`, async () => {
    const { id = "" } = (await productOf(name)) ?? {}
    const save = async (fields: Record<string, string>) => {
      await open(page, mode, `/admin/product/${id}`)
      await page.getByLabel("Status").selectOption(fields.status ?? "published")
      await page.getByLabel("Published from").fill(fields.from ?? "")
      await page.getByRole("button", { name: "Publish" }).click()
      await page.getByText("Product data has been updated").waitFor()
    }
    const shown = async () => (await fetch(`${journey.url}/product/${id}`)).status
    await save({ status: "draft" })
    expect(await shown()).toBe(404)
    await open(page, mode, `/admin/product/${id}`)
    await inspect(page, mode, "Update product")
    await page.getByRole("link", { name: `Preview ${name}` }).click()
    await page.getByText("Draft: only staff see this page").waitFor()
    await inspect(page, mode, name)
    await save({ from: "2998-12-24" })
    expect(await shown()).toBe(404)
    await page.goto("/admin/products?status=scheduled")
    await page.getByRole("link", { name, exact: true }).waitFor()
    await inspect(page, mode, "All products")
    await save({})
    expect(await shown()).toBe(200)
  })

  test(`exports the list and imports it again, ${describeMode(mode)}`, async () => {
    await open(page, mode, "/admin/products")
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ])
    const text = await readFile(await download.path(), "utf8")
    await page.getByRole("link", { name: "Import CSV" }).click()
    await inspect(page, mode, "Import products")
    const added: Record<string, string> = {
      name: `Imported ${name}`,
      ...{ category: "Gaming", price: "4.50", stock: "3", desc: "Fun" },
    }
    const headings = text.split(/\r?\n/, 1)[0]?.match(/\w+/g) ?? []
    const edited = `${text.trim()}\n${headings.map((heading) => added[heading] ?? "").join(",")}\n`
    const file = { name: "products.csv", mimeType: "text/csv", buffer: Buffer.from(edited) }
    await page.getByLabel("CSV file").setInputFiles(file)
    await page.getByRole("button", { name: "Check the file" }).click()
    await inspect(page, mode, "Import of products.csv")
    await page.getByRole("button", { name: "Import 1 row" }).click()
    await page.getByRole("heading", { name: "What the import did" }).waitFor()
    const imported = { price: 450, stock: 3, category: "Gaming" }
    await expect.poll(() => productOf(`Imported ${name}`)).toMatchObject(imported)
  })

  test(`deletes a product after a confirmation and restores it, ${describeMode(mode)}`, async () => {
    const list = `/admin/products?search=${encodeURIComponent(name)}`
    await open(page, mode, list)
    await confirm(page, mode, `Delete ${name}`, "Delete")
    await undo(page, "Product has been deleted", "Product has been restored")
    expect(new URL(page.url()).searchParams.get("search")).toBe(name)
    await page.getByRole("link", { name }).first().waitFor()
  })
})

describe("a refused form, on a page that stays", () => {
  const mode: BrowserMode = { scripts: true, width: 1280 }
  const problem = (page: Page) => page.getByText("There is a problem")
  /** Clicks are ignored while the page is busy. */
  const refused = async (page: Page) => {
    await problem(page).waitFor()
    await page.locator("[aria-busy]").first().waitFor({ state: "detached" })
  }

  test("no longer shows the refusal once it is corrected and accepted, even without a change", async () => {
    const { id } = await addProductWithOptions(journey.shop, admin)
    const page = await signInOn(journey, mode, "admin@shop.test")
    await open(page, mode, `/admin/product/${id}/versions`)
    const price = page.getByLabel("Price", { exact: true }).first()
    const before = await price.inputValue()
    for (let times = 0; times < 2; times++) {
      await price.fill("much")
      await price.press("Enter")
      await refused(page)
      await price.fill(before)
      await price.press("Enter")
      await page.getByText("Versions saved").waitFor()
      await problem(page).waitFor({ state: "detached" })
      expect(await price.evaluate((field) => document.activeElement === field)).toBe(true)
    }
    await page.context().close()
  })

  test("still shows the refusal when another form is accepted", async () => {
    const ada = await signUp(journey.shop, "ada@shop.test", "Ada")
    const order = await buy(journey.shop, ada, (await productOf("Halden Over-Ear Headphones"))?.id ?? "")
    const page = await signInOn(journey, mode, "admin@shop.test")
    await open(page, mode, `/admin/order/${order}`)
    const tracking = page.getByLabel("Tracking number")
    const tooLong = "x".repeat(101)
    await page.getByLabel("Next status").selectOption("Shipped")
    await tracking.evaluate((field) => field.removeAttribute("maxlength"))
    await tracking.fill(tooLong)
    await tracking.press("Enter")
    await refused(page)
    await page.getByLabel("New note").fill("Call first")
    await page.getByRole("button", { name: "Add note" }).click()
    await page.getByText("Call first").first().waitFor()
    expect([await problem(page).count(), await tracking.inputValue()]).toEqual([1, tooLong])
    await page.context().close()
  })

  test("shows the refusal in a toast even if the next form is sent at that moment", async () => {
    const alan = await signUp(journey.shop, "alan@shop.test", "Alan")
    const order = await buy(journey.shop, alan, (await productOf("Halden Over-Ear Headphones"))?.id ?? "")
    const page = await signInOn(journey, mode, "admin@shop.test")
    await open(page, mode, `/admin/order/${order}`)
    const toast = page.locator(".toaster").getByText("has at most 100 characters")
    await page.getByLabel("Next status").selectOption("Shipped")
    await page.getByLabel("New note").fill("Call first")
    const tracking = page.getByLabel("Tracking number")
    await tracking.evaluate((field) => field.removeAttribute("maxlength"))
    await tracking.fill("x".repeat(101))
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/\/notes\b/, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole("button", { name: "Add note" }).evaluate((note: HTMLButtonElement) => {
      const { __remixRouter: router } = window as unknown as { __remixRouter: ClientRouter }
      const stop = router.subscribe(({ actionData, navigation }) => {
        if (!actionData || navigation.state !== "loading") return
        stop()
        note.form?.requestSubmit(note)
      })
    })
    const sent = page.waitForRequest(/\/notes\b/)
    await tracking.press("Enter")
    await sent
    await toast.waitFor()
    release()
    await page.getByText("Call first").first().waitFor()
    await page.context().close()
  })
})

interface ClientRouter {
  subscribe(seen: (state: { actionData: object | null; navigation: { state: string } }) => void): () => void
}

async function open(page: Page, mode: BrowserMode, path: string) {
  await page.goto(path)
  await waitForHydration(page, mode)
}

async function picture(): Promise<Buffer> {
  const sharp = (await import("sharp")).default
  const background = { r: 40, g: 80, b: 160 }
  return sharp({ create: { width: 300, height: 300, channels: 3, background } })
    .png()
    .toBuffer()
}

/** Follows a link to a product while its data is held back: with scripts the loading indicator replaces the page. */
async function openSlowly(page: Page, { scripts }: BrowserMode, link: Locator): Promise<void> {
  if (!scripts) return link.click()
  let continueRequest = () => {}
  const seen = new Promise<void>((resolve) => {
    continueRequest = resolve
  })
  await page.route("**/admin/product/*.data*", async (route) => {
    await seen
    await route.continue()
  })
  await link.click()
  await page.getByText("Loading the product …").waitFor()
  expect(await page.getByRole("table").count()).toBe(0)
  continueRequest()
  await page.getByText("Loading the product …").waitFor({ state: "detached" })
  await page.unroute("**/admin/product/*.data*")
}
