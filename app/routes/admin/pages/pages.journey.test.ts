import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { softDeleteCategory } from "~/domain/catalog/categories/delete-category.server"
import {
  type BrowserMode,
  browserModes,
  describeMode,
  openVisitor,
  waitForHydration,
} from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { inspect, signInOn, visit } from "~/testing/pages/page-actions.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()
const wide: BrowserMode = { scripts: true, width: 1280 }

beforeAll(async () => {
  const admin = await signUpAdmin(journey.shop)
  for (const { id } of journey.shop.categories.current.all) await softDeleteCategory(journey.shop, admin, id, null)
})

test("a shop without categories shows none, and invites its owner to create the first", async () => {
  const page = await signInOn(journey, wide, "admin@shop.test")
  await visit(page, wide, "/admin/categories", "Categories")
  await page.getByText("There are no categories yet").waitFor()
  await visit(page, wide, "/", /./)
  expect(await page.getByRole("heading", { name: "Shop by category" }).count()).toBe(0)
  await visit(page, wide, "/products", "Products")
  await page.context().close()
})

describe.each(browserModes)("an owner who does not program ($scripts, $width)", (mode) => {
  const name = mode.scripts ? "Oak & Co." : "Ash & Co."

  test(`writes the terms, previews them, and restores an earlier version, ${describeMode(mode)}`, async () => {
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/pages", "Pages")
    await page.getByRole("link", { name: "Terms", exact: true }).first().click()
    await inspect(page, mode, "Edit page")
    await page.getByLabel("Text").fill(`## Rules of ${name}\n\nBuy well.`)
    await page.getByRole("button", { name: "Preview" }).click()
    await page.getByRole("heading", { name: `Rules of ${name}` }).waitFor()
    await inspect(page, mode, "Edit page")
    expect(await page.getByLabel("Text").inputValue()).toContain("Buy well.")
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Page saved").first().waitFor()

    const visitor = await openVisitor(journey.browser, journey.url, mode)
    const seen = await visitor.newPage()
    await visit(seen, mode, "/", /./)
    await seen.getByRole("navigation", { name: "Quick links" }).getByRole("link", { name: "Terms" }).click()
    await inspect(seen, mode, "Terms")
    await seen.getByRole("heading", { name: `Rules of ${name}` }).waitFor()
    await visitor.close()

    await waitForHydration(page, mode)
    await page.getByRole("link", { name: "History" }).click()
    await inspect(page, mode, "History")
    await page.getByRole("link", { name: "Original text" }).last().click()
    await inspect(page, mode, "Original text")
    await page.getByRole("button", { name: "Restore this version" }).click()
    await page.getByText("Earlier version restored").first().waitFor()
    await page.context().close()
  })

  test(`sets the shop's name and appearance, on every page, ${describeMode(mode)}`, async () => {
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/settings", "Settings")
    await page.getByLabel("Name of the shop").fill(name)
    await page.getByLabel("Postal address").fill("1 Main Street\nSpringfield")
    await page.getByLabel("Announcement", { exact: false }).first().fill("Closed on Sunday")
    const logo = await sharp({ create: { width: 200, height: 100, channels: 3, background: "#353" } })
      .png()
      .toBuffer()
    await page.getByLabel("Logo").first().setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Settings saved").first().waitFor()
    await inspect(page, mode, "Settings")
    if (mode.scripts) await page.locator("button:focus", { hasText: "Save" }).waitFor()
    // The first save must not conflict with the second.
    await page.getByLabel("Announcement", { exact: false }).first().fill("Closed on Monday")
    const saved = page.waitForResponse((response) => response.request().method() === "POST")
    await page.getByRole("button", { name: "Save" }).click()
    await saved

    const visitor = await openVisitor(journey.browser, journey.url, mode)
    const seen = await visitor.newPage()
    await visit(seen, mode, "/contact", "Contact")
    await seen.getByRole("complementary", { name: "Announcement" }).getByText("Closed on Monday").waitFor()
    await seen.getByRole("banner").getByRole("link", { name }).first().waitFor()
    await expect
      .poll(() => seen.locator(".logo img").evaluate((img) => (img as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await seen.getByRole("contentinfo").getByText("1 Main Street").waitFor()
    await visitor.close()

    await waitForHydration(page, mode)
    await page.getByRole("link", { name: "History" }).click()
    await inspect(page, mode, "History")
    await page.getByRole("button", { name: "Undo the newest change" }).click()
    await page.getByText("Earlier settings restored").first().waitFor()
    await page.context().close()
  })

  test(`opens a bookshop with eight categories, and renames one, ${describeMode(mode)}`, async () => {
    // With scripts, two categories are enough: eight more pages would show nothing new.
    const [maps, gifts] = mode.scripts ? ["New maps", "New gifts"] : ["Used maps", "Used gifts"]
    const others = ["Poetry", "Novels", "Essays", "History", "Comics", "Cook books"]
    const names = mode.scripts ? [maps, gifts] : [...others, maps, gifts]
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/categories", "Categories")
    for (const name of names) {
      await page.getByRole("link", { name: "New category" }).click()
      await waitForHydration(page, mode)
      await page.getByLabel("Name").fill(name)
      await page.getByLabel("Description").fill(`All about ${name}.`)
      await page.getByRole("button", { name: "Save" }).click()
      await page.getByRole("link", { name, exact: true }).waitFor()
    }
    await waitForHydration(page, mode)
    await page.getByRole("button", { name: `Move ${gifts} up` }).click()
    const order = () => page.getByRole("table").getByRole("link", { name: new RegExp(`^(${names.join("|")})$`) })
    await expect.poll(() => order().allTextContents()).toEqual([...names.slice(0, -2), gifts, maps])
    await inspect(page, mode, "Categories")

    await visit(page, mode, "/admin/product", "Create product")
    await page.getByLabel("Product name").fill(`Atlas of ${name}`)
    await page.getByLabel("Price", { exact: true }).fill("24.00")
    await page.getByLabel("Category").selectOption(maps)
    await page.getByLabel("Description").fill("Every island.")
    await page.getByLabel("Stock").fill("3")
    await page.getByRole("button", { name: "Publish" }).click()
    await page.getByText("Product created").first().waitFor()

    const visitor = await openVisitor(journey.browser, journey.url, mode)
    const seen = await visitor.newPage()
    await visit(seen, mode, "/", /./)
    await seen.getByRole("link", { name: new RegExp(`^${maps}`) }).click()
    await inspect(seen, mode, maps)
    await seen.getByText(`All about ${maps}.`).waitFor()
    await seen
      .getByRole("link", { name: `Atlas of ${name}` })
      .first()
      .waitFor()
    const former = seen.url()

    await visit(page, mode, "/admin/categories", "Categories")
    await page.getByRole("link", { name: maps, exact: true }).click()
    await inspect(page, mode, "Edit category")
    await page.getByLabel("Name").fill(`${maps} & globes`)
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Category saved").first().waitFor()
    await seen.goto(former)
    await inspect(seen, mode, `${maps} & globes`)
    await seen
      .getByRole("link", { name: `Atlas of ${name}` })
      .first()
      .waitFor()
    await visitor.close()
    await page.context().close()
  })
})
