import { readFileSync } from "node:fs"
import type axe from "axe-core"
import pLimit from "p-limit"
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright"
import { expect } from "vitest"
import { installedChromium } from "~/commands/clone/chromium.mjs"

/** Each window would otherwise load two pages behind its address bar and start a process that no page uses. */
const UNUSED = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "SpareRendererForSitePerProcess"]

/** This list is Playwright's own, because Chromium uses only the last one. */
const DISABLED = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
]

const FLAGS = [
  `--disable-features=${[...DISABLED, ...UNUSED].join(",")}`,
  "--no-sandbox",
  // A page would otherwise leave the process of its empty tab at once, for a second one.
  "--renderer-process-limit=1",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--font-render-hinting=none",
]

// Minified, because it is sent to hundreds of pages.
const AXE = readFileSync("node_modules/axe-core/axe.min.js", "utf8")

/** Milliseconds; generous, because the machine may be busy */
const TIMEOUT = 60_000

export interface BrowserMode {
  scripts: boolean
  /** 360 is a narrow phone, 1280 a desktop. */
  width: 360 | 1280
  dark?: boolean
}

/** Every journey runs without and with scripts, on a phone and on a desktop. */
export const browserModes: BrowserMode[] = [
  { scripts: false, width: 360 },
  { scripts: true, width: 1280 },
]

export function describeMode({ scripts, width }: BrowserMode): string {
  return `scripts ${scripts ? "on" : "off"}, ${width} px`
}

/** `HEADED=1` opens a window and slows every step down to 250 ms. */
export function openBrowser(): Promise<Browser> {
  const shown = process.env.HEADED ? { headless: false, slowMo: 250 } : {}
  return chromium.launch({ executablePath: installedChromium() ?? undefined, args: FLAGS, ...shown })
}

let shared: Promise<Browser> | undefined

/** One browser for all test files of a process */
export function sharedBrowser(): Promise<Browser> {
  shared ??= openBrowser()
  return shared
}

/** A browser context with its own cookies */
export async function openVisitor(
  browser: Browser,
  url: string,
  { scripts, width, dark }: BrowserMode,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url || undefined,
    javaScriptEnabled: scripts,
    viewport: { width, height: 800 },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: "reduce",
  })
  context.setDefaultTimeout(TIMEOUT)
  return context
}

/** By default a condition is tested in every frame, which the browser then renders. */
const WITHOUT_FRAMES = { polling: 30 }

/** Waits until React has hydrated the page, if scripts are on. */
export async function waitForHydration(page: Page, { scripts }: BrowserMode): Promise<void> {
  if (scripts) await page.waitForFunction(() => document.documentElement.dataset.live === "true", null, WITHOUT_FRAMES)
}

/** Chooses a rating by clicking its star, which may still move. */
export async function pressStar(page: Page, name: string): Promise<void> {
  const star = page.getByRole("radio", { name, exact: true })
  await page.locator("label", { has: star }).click()
  await expect.poll(() => star.isChecked()).toBe(true)
}

/** Returns the page's accessibility violations found by axe, as text. */
export async function violations(page: Page, mode: BrowserMode): Promise<string[]> {
  return mode.scripts ? inspect(page) : inspectCopy(page, mode)
}

/** Pages with axe loaded, by origin and mode */
const copies = new Map<string, Page>()
const oneAtATime = pLimit(1)

/** axe needs scripts, so a page without them is copied into one that runs axe and loads styles only. */
function inspectCopy(page: Page, mode: BrowserMode): Promise<string[]> {
  const { origin, pathname, search, hash } = new URL(page.url())
  const key = `${origin} ${mode.width} ${mode.dark}`
  return oneAtATime(async () => {
    const known = copies.get(key)
    const copy = known?.isClosed() === false ? known : await openCopy(page, mode, origin)
    copies.set(key, copy)
    await copy.evaluate((address) => history.replaceState(null, "", address), pathname + search)
    await copy.setContent(await page.content())
    await copy.evaluate((target) => location.replace(target), hash || "#")
    return runAxe(copy)
  })
}

async function openCopy(page: Page, mode: BrowserMode, origin: string): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error("The browser is closed")
  const copy = await (await openVisitor(browser, "", { ...mode, scripts: true })).newPage()
  const empty = `${origin}/empty`
  await copy.route(empty, (route) => route.fulfill({ contentType: "text/html", body: "" }))
  await copy.goto(empty)
  // Routes would load the styles again for each page.
  await copy.unroute(empty)
  const protocol = await protocolOf(copy)
  await protocol.send("Network.enable")
  await protocol.send("Network.setBlockedURLs", { urls: ["*.js", "*.avif", "*.webp", "*.jpg", "*.woff2"] })
  await loadAxe(copy)
  return copy
}

async function inspect(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await loadAxe(page)
  return runAxe(page)
}

const protocols = new WeakMap<Page, Promise<CDPSession>>()

function protocolOf(page: Page): Promise<CDPSession> {
  const protocol = protocols.get(page) ?? page.context().newCDPSession(page)
  protocols.set(page, protocol)
  return protocol
}

/** Through its own protocol Chromium compiles a script once for many pages, through Playwright for each. */
async function loadAxe(page: Page): Promise<void> {
  await (await protocolOf(page)).send("Runtime.evaluate", { expression: AXE })
}

async function runAxe(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async () => {
    const rules = { "target-size": { enabled: true } }
    return (await window.axe.run(document, { resultTypes: ["violations"], rules })).violations
  })
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ""}`))
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
