import { existsSync } from "node:fs"
import { createRequire } from "node:module"
import { run } from "./project.mjs"

/** Renders without a window, which saves journeys a quarter of the processor time. */
const SHELL = "/usr/bin/chromium-headless-shell"

const PLACES = [
  ...(process.env.HEADED ? [] : [SHELL]),
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
]

/**
 * The folder of Liberation on Debian: the system fonts that `app/ui/styles/fonts.css` adjusts until the shop's own
 * arrive
 */
const FONTS = "/usr/share/fonts/truetype/liberation"

/** Returns the path of an installed Chromium, Playwright's or the package manager's; `null` without any. */
export function findChromium() {
  if (!existsSync(FONTS)) installPackage("fonts-liberation")
  return installedChromium() ?? fromPlaywright() ?? fromPackages()
}

/** Returns the browser named by `CHROMIUM_PATH`, or else the first that is found; `null` without any. */
export function installedChromium() {
  return [process.env.CHROMIUM_PATH, ...PLACES, playwrightPath()].find((path) => path && existsSync(path)) ?? null
}

function fromPlaywright() {
  console.log("No Chromium found: asking Playwright for its own …")
  run(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], {
    PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "15000",
  })
  return installedChromium()
}

function fromPackages() {
  installPackage("chromium-headless-shell")
  // Not every distribution packages the shell.
  if (!installedChromium()) installPackage("chromium")
  return installedChromium()
}

function installPackage(name) {
  if (process.platform !== "linux" || !existsSync("/usr/bin/apt-get")) return
  console.log(`Installing ${name} …`)
  const root = process.getuid?.() === 0
  const apt = (...args) => (root ? run("apt-get", args) : run("sudo", ["-n", "apt-get", ...args]))
  apt("update", "-qq")
  apt("install", "-y", "-qq", "--no-install-recommends", name)
}

function playwrightPath() {
  const { chromium } = createRequire(import.meta.url)("playwright")
  return chromium.executablePath()
}
