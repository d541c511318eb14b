import type { Browser, Page } from "playwright"
import { expect } from "vitest"
import { openVisitor, settled, violations, type Ways } from "./browser.server"
import { PASSWORD } from "./people.server"

/** A page in a browser of its own where somebody is signed in. */
export async function signInOn(browser: Browser, url: string, ways: Ways, email: string): Promise<Page> {
  const visitor = await openVisitor(browser, url, ways)
  const page = await visitor.newPage()
  page.on("pageerror", (error) => {
    throw error
  })
  await page.goto("/login?redirect=/about")
  await settled(page, ways)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD)
  await page.getByRole("button", { name: "Login" }).click()
  await page.waitForURL((address) => address.pathname === "/about")
  return page
}

/** Waits for a screen to be there and ready, then looks for what nobody should find: axe's complaints and overflow. */
export async function inspect(page: Page, ways: Ways, heading: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor()
  await settled(page, ways)
  expect(await violations(page, ways)).toEqual([])
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
}

/** Goes to a screen as its link would, and inspects it. */
export async function visit(page: Page, ways: Ways, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await inspect(page, ways, heading)
}

/** Presses what asks first, and answers yes: in the dialog with scripts, on the page of its own without. */
export async function confirm(page: Page, ways: Ways, link: string | RegExp, yes: string): Promise<void> {
  await page.getByRole("link", { name: link }).first().click()
  const asked = ways.scripts ? page.getByRole("dialog") : page.locator("main")
  await asked.getByRole("button", { name: yes, exact: true }).waitFor()
  await page.waitForLoadState()
  expect(await violations(page, ways)).toEqual([])
  await asked.getByRole("button", { name: yes, exact: true }).click()
}

/** The message that the last deed has left; with the button that takes it back. */
export async function undo(page: Page, message: string, restored: string): Promise<void> {
  const status = page.getByRole("status").filter({ hasText: message })
  await status.getByRole("button", { name: "Undo" }).click()
  await page.getByText(restored).first().waitFor()
}
