import sharp from "sharp"
import { beforeAll, describe, expect, test } from "vitest"
import { browserModes, describeMode, openVisitor, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { inspect, signInOn, visit } from "~/testing/pages/page-actions.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()

beforeAll(async () => {
  await signUpAdmin(journey.shop)
})

describe.each(browserModes)("an owner without code ($scripts, $width)", (mode) => {
  const name = mode.scripts ? "Oak & Co." : "Ash & Co."

  test(`writes the terms, looks at them first, and puts an earlier version back, ${describeMode(mode)}`, async () => {
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
    await page.getByRole("link", { name: "Shipped text" }).last().click()
    await inspect(page, mode, "Shipped text")
    await page.getByRole("button", { name: "Restore this version" }).click()
    await page.getByText("Earlier version restored").first().waitFor()
    await page.context().close()
  })

  test(`says what the shop is called and how it looks, on every page, ${describeMode(mode)}`, async () => {
    const page = await signInOn(journey, mode, "admin@shop.test")
    await visit(page, mode, "/admin/settings", "Settings")
    await page.getByLabel("Name of the shop").fill(name)
    await page.getByLabel("Postal address").fill("1 Main Street\nSpringfield")
    await page.getByLabel("Announcement", { exact: false }).first().fill("Closed on Monday")
    const logo = await sharp({ create: { width: 200, height: 100, channels: 3, background: "#353" } })
      .png()
      .toBuffer()
    await page.getByLabel("Logo").first().setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: logo })
    await page.getByRole("button", { name: "Save" }).click()
    await page.getByText("Settings saved").first().waitFor()
    await inspect(page, mode, "Settings")

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
})
