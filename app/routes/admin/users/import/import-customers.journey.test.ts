import type { Page } from "playwright"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { browserModes, describeMode } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { confirm, inspect, press, signInOn, visit } from "~/testing/pages/page-actions.server"
import { signUpAdmin } from "~/testing/shop/test-orders.server"

const journey = openJourney()

beforeAll(async () => {
  await signUpAdmin(journey.shop)
})

describe.each(browserModes)("an owner moves their customers ($scripts, $width)", (mode) => {
  const email = `petra-${mode.width}@moved.test`
  let page: Page

  beforeAll(async () => {
    page = await signInOn(journey, mode, "admin@shop.test")
  })
  afterAll(() => page?.context().close())

  const usersWith = () => journey.shop.db.selectFrom("users").select("id").where("email", "=", email).execute()
  const file = [
    "First Name,Last Name,Email,Accepts Email Marketing,Address1,City,Province Code,Country Code,Zip,Phone,Note",
    `Petra,Long-Hyphenated-Surname,${email},yes,1 Reed Lane,Springfield,IL,US,62704,2175550123,Prefers the afternoon`,
    "Nobody,,,,,,,,,,",
  ].join("\n")

  async function importFile() {
    await page.goto("/admin/users")
    await page.getByRole("link", { name: "Import CSV" }).click()
    await inspect(page, mode, "Import customers")
    const upload = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(file) }
    await page.getByLabel("CSV file").setInputFiles(upload)
    await page.getByRole("button", { name: "Check the file" }).click()
    await inspect(page, mode, "Import of customers.csv")
    await page.getByText("The row has no email address").first().waitFor()
    await page.getByRole("button", { name: "Import 1 customer" }).click()
    await page.locator(".figure", { hasText: "Created" }).waitFor()
    await page.getByText("Finished on").waitFor()
    await inspect(page, mode, "Import of customers.csv")
  }

  test(`imports a file and takes it back, ${describeMode(mode)}`, async () => {
    await importFile()
    expect(await usersWith()).toHaveLength(1)
    await confirm(page, mode, "Take this import back", "Take it back")
    await page.locator(".figure", { hasText: "Taken back" }).waitFor()
    await expect.poll(usersWith).toEqual([])
  })

  test(`invites the customers, and stops, ${describeMode(mode)}`, async () => {
    await importFile()
    await page.getByRole("link", { name: /^Invite \d+ customer/ }).click()
    await inspect(page, mode, "Invite customers")
    await page.getByRole("button", { name: /^Send \d+ invitation/ }).click()
    await page.getByRole("button", { name: "Stop: send no more" }).waitFor()
    await inspect(page, mode, "Invite customers")
    await press(page, mode, "Stop: send no more")
    await page.getByRole("button", { name: /^Send \d+ invitation/ }).waitFor()
    const [{ id = "" } = {}] = await usersWith()
    await visit(page, mode, `/admin/user/${id}`, "Update User")
    await page.getByRole("heading", { name: "From another shop" }).waitFor()
  })
})
