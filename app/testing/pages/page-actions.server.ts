import type { Locator, Page } from "playwright"
import { expect } from "vitest"
import { type BrowserMode, violations, waitForHydration } from "../browser/browser.server"
import { failOnScriptErrors, type Journey } from "../browser/journey.server"
import { PASSWORD } from "../shop/people.server"
import { openSignedIn } from "../shop/shopper.server"

/** Opens a signed-in page in a new context; a script error fails the test. */
export async function signInOn(journey: Journey, mode: BrowserMode, email: string): Promise<Page> {
  const users = journey.shop.db.selectFrom("users").select(["id", "role"]).where("email", "=", email)
  const context = await openSignedIn(journey.browser, journey, mode, await users.executeTakeFirstOrThrow())
  const page = await context.newPage()
  failOnScriptErrors(page)
  return page
}

/** Submits the login form. */
export async function logIn(page: Page, mode: BrowserMode, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await press(page, mode, "Login")
}

/** Clicks a button and waits for the next page, or for the same one with its errors. */
export async function press(page: Page, mode: BrowserMode, name: string): Promise<void> {
  const answered = page.waitForResponse((answer) => answer.request().method() === "POST")
  await page.getByRole("main").getByRole("button", { name, exact: true }).click()
  await answered
  await page.waitForLoadState()
  await waitForHydration(page, mode)
}

/** Waits for a screen, then expects no axe violation and no overflow. */
export async function inspect(page: Page, mode: BrowserMode, heading: string | RegExp): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading }).waitFor()
  await waitForHydration(page, mode)
  expect(await violations(page, mode)).toEqual([])
  const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0)
}

/** Opens a screen and inspects it. */
export async function visit(page: Page, mode: BrowserMode, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await inspect(page, mode, heading)
}

/** Finds a link in a row; on narrow screens it opens the row's menu first. */
export async function rowAction(page: Page, name: string | RegExp): Promise<Locator> {
  const link = page.getByRole("link", { name, includeHidden: true }).first()
  await link.waitFor({ state: "attached" })
  const control = link.locator("xpath=ancestor::details[1]/summary")
  if (!(await link.isVisible()) && (await control.isVisible())) await control.click()
  return link
}

/** Clicks and confirms: in the dialog with scripts, on the confirm page without. */
export async function confirm(page: Page, mode: BrowserMode, link: string | RegExp, yes: string): Promise<void> {
  await (await rowAction(page, link)).click()
  const asked = mode.scripts ? page.getByRole("dialog") : page.locator("main")
  await asked.getByRole("button", { name: yes, exact: true }).waitFor()
  await page.waitForLoadState()
  expect(await violations(page, mode)).toEqual([])
  await asked.getByRole("button", { name: yes, exact: true }).click()
}

/** The toast of the last action, with its *Undo* button */
export async function undo(page: Page, message: string, restored: string): Promise<void> {
  const status = page.getByRole("status").filter({ hasText: message })
  await status.getByRole("button", { name: "Undo" }).click()
  await page.getByText(restored).first().waitFor()
}
