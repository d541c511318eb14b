import type { Browser, Page } from "playwright"
import { type BuiltShop, openBuiltShop } from "../processes/built-shop.server"
import { openForTests } from "../processes/open-for-tests"
import { type BrowserMode, openVisitor, sharedBrowser, waitForHydration } from "./browser.server"

export interface Journey extends BuiltShop {
  browser: Browser
  /** Opens a page in a new context and waits until it is ready; a script error fails the test. */
  openPage(mode: BrowserMode, path?: string): Promise<Page>
}

/** The built shop and a browser, for the tests of a file; `prepare` fills the shop first. */
export function openJourney(prepare?: () => Promise<Parameters<typeof openBuiltShop>[0]>): Journey {
  return openForTests(async () => {
    const [built, browser] = await Promise.all([openBuiltShop(await prepare?.()), sharedBrowser()])
    return {
      ...built,
      browser,
      async openPage(mode, path = "/") {
        const page = await (await openVisitor(browser, built.url, mode)).newPage()
        failOnScriptErrors(page)
        await go(page, mode, path)
        return page
      },
      async close() {
        await Promise.all(browser.contexts().map((context) => context.close()))
        await built.close()
      },
    }
  })
}

/** Opens a page and waits until it is ready. */
export async function go(page: Page, mode: BrowserMode, path: string): Promise<void> {
  await page.goto(path)
  await waitForHydration(page, mode)
}

export function failOnScriptErrors(page: Page): void {
  page.on("pageerror", (error) => {
    throw error
  })
}
