import { mkdir, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import type { Browser, Page } from "playwright"
import { afterAll, beforeAll, test } from "vitest"
import { type BrowserMode, openBrowser, openVisitor } from "../browser/browser.server"
import { openBuiltShop } from "../processes/built-shop.server"
import { openSignedIn } from "../shop/shopper.server"
import { contactSheet, type Shot } from "./contact-sheet"
import { type ShopState, shopStates } from "./shop-states.server"

const FOLDER = "shots"
const WIDTHS = [360, 768, 1280] as const
/** Pixels; the rest of a longer page is cut off. */
const HEIGHT = 3_000

const shots: Shot[] = []
let browser: Browser

beforeAll(async () => {
  await rm(FOLDER, { recursive: true, force: true })
  await mkdir(FOLDER)
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await writeFile(join(FOLDER, "index.html"), contactSheet(shots))
  console.log(`${shots.length} pictures: open ${FOLDER}/index.html`)
})

test.each(shopStates)("$name", async (state) => {
  const built = await openBuiltShop()
  try {
    const { visitor, paths } = await state.furnish(built.shop)
    for (const dark of [false, true]) {
      const mode: BrowserMode = { scripts: false, width: 360, dark }
      const context = visitor
        ? await openSignedIn(browser, built, mode, visitor)
        : await openVisitor(browser, built.url, mode)
      const page = await context.newPage()
      for (const path of paths) await takeShots(page, state, path, dark)
      await context.close()
    }
  } finally {
    await built.close()
  }
})

async function takeShots(page: Page, { name: state }: ShopState, path: string, dark: boolean) {
  await page.goto(path)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    const view = `${width} ${dark ? "dark" : "light"}`
    const file = `${state}-${shots.length}.jpg`
    const height = Math.min(HEIGHT, await page.evaluate(() => document.documentElement.scrollHeight))
    const clip = { x: 0, y: 0, width, height }
    await page.screenshot({ path: join(FOLDER, file), type: "jpeg", quality: 70, fullPage: true, clip })
    shots.push({ state, path, view, file })
  }
}
