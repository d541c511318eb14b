import { execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"
import { ColouredPages } from "./coloured-pages.server"
import { documentText } from "./document-text"
import type { FormBrowser } from "./form-browser"

const execute = promisify(execFile)
const SECONDS = 1_000
const [WIDTH, HEIGHT] = [1_200, 1_000]
/** A place of every page without text, where a click gives it the keys */
const MARGIN = { x: 6, y: 400 }

interface Program {
  command: string
  args: (url: string) => string[]
  prepare?(home: string): Promise<void>
  /** Milliseconds that a helper takes to start, which keeps the cookies */
  startTime?: number
}

/** A browser that only a mouse can use: its links and fields are found by their colours in a picture of the screen. */
async function openGraphical(url: string, { command, args, prepare, startTime = 0 }: Program): Promise<FormBrowser> {
  const home = await mkdtemp(join(tmpdir(), "counter-browser-"))
  await prepare?.(home)
  const pages = await ColouredPages.open(url)
  const display = `:${100 + Math.floor(Math.random() * 900)}`
  const screen = spawn("Xvfb", [display, "-screen", "0", `${WIDTH}x${HEIGHT}x24`], { stdio: "ignore" })
  const env = { ...process.env, DISPLAY: display, HOME: home, LANG: "C.UTF-8" }
  await wait(1 * SECONDS)
  const program = spawn(command, args(pages.url), { env, stdio: "ignore", detached: true })
  await wait(startTime)
  const xdotool = (...keys: string[]) => execute("xdotool", keys, { env })
  const pixels = async () => {
    const { stdout } = await execute("import", ["-window", "root", "-depth", "8", "rgb:-"], {
      env,
      encoding: "buffer",
      maxBuffer: 2 ** 24,
    })
    return stdout
  }
  async function placeOf([red, green, blue]: readonly number[]): Promise<{ x: number; y: number } | null> {
    const picture = await pixels()
    const found: number[] = []
    for (let at = 0; at < picture.length; at += 3)
      if (picture[at] === red && picture[at + 1] === green && picture[at + 2] === blue) found.push(at / 3)
    const middle = found[Math.floor(found.length / 2)]
    return middle === undefined ? null : { x: middle % WIDTH, y: Math.floor(middle / WIDTH) }
  }
  /** Scrolls from the top until the picture has the colour, and clicks there. */
  async function click(find: (markup: string) => boolean, name: string): Promise<void> {
    const control = pages.controls().find(({ markup }) => find(markup))
    if (!control) throw new Error(`No “${name}” on the page:\n${documentText(pages.html)}`)
    await xdotool("mousemove", String(MARGIN.x), String(MARGIN.y), "click", "1", "key", "ctrl+Home", "key", "Home")
    for (let screens = 0; screens < 30; screens++) {
      await wait(400)
      const place = await placeOf(control.colour)
      if (place) {
        await xdotool("mousemove", String(place.x), String(place.y), "sleep", "0.1", "click", "1")
        return
      }
      await xdotool("key", "Page_Down")
    }
    throw new Error(`No “${name}” on the screen`)
  }
  const textOf = (markup: string) => documentText(`<body>${markup}</body>`).trim()
  const fieldOf = (label: string) => {
    const [, id = ""] =
      pages
        .controls()
        .map(({ markup }) => (textOf(markup).startsWith(label) ? /\bfor="([^"]+)"/.exec(markup) : null))
        .find((found) => found) ?? []
    return (markup: string) => id !== "" && /^<(?:input|textarea|select)/.test(markup) && markup.includes(`id="${id}"`)
  }
  const browser: FormBrowser = {
    async visit(address, next) {
      await xdotool("key", "ctrl+l")
      await wait(300)
      await xdotool("key", "End", "key", "shift+Home", "type", "--delay", "5", pages.addressOf(address))
      await xdotool("key", "Return")
      await browser.shows(next)
    },
    async press(text, next) {
      const isNamed = (markup: string) => /^<(?:a|button)\b/.test(markup) && textOf(markup).startsWith(text)
      const isButton = pages.controls().some(({ markup }) => isNamed(markup) && markup.startsWith("<button"))
      await click((markup) => isNamed(markup) && (!isButton || markup.startsWith("<button")), text)
      await browser.shows(next)
    },
    async fill(label, value) {
      await click(fieldOf(label), label)
      await xdotool("key", "End", "key", "shift+Home", "key", "BackSpace", "type", "--delay", "5", value)
    },
    choose: (label) => Promise.reject(new Error(`“${label}” cannot be chosen by its colour`)),
    async check(label) {
      await click((markup) => markup.startsWith("<input") && markup.includes(label), label)
    },
    attach: (label) => Promise.reject(new Error(`“${label}” opens a window of the program`)),
    async shows(text) {
      const end = performance.now() + 20 * SECONDS
      const isShown = () =>
        typeof text === "string" ? documentText(pages.html).includes(text) : text.test(documentText(pages.html))
      while (!isShown()) {
        if (performance.now() > end) throw new Error(`No “${text}” on the page:\n${documentText(pages.html)}`)
        await wait(100)
      }
      await wait(700)
    },
    text: async () => documentText(pages.html),
    async close() {
      // Its helpers belong to its group.
      if (program.pid) process.kill(-program.pid, "SIGKILL")
      screen.kill()
      pages.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return browser
}

export const openDillo = (url: string) =>
  openGraphical(url, {
    command: "dillo",
    args: (address) => ["-g", `${WIDTH}x${HEIGHT}+0+0`, address],
    async prepare(home) {
      await mkdir(join(home, ".dillo"))
      await writeFile(join(home, ".dillo", "cookiesrc"), "DEFAULT ACCEPT\n")
    },
    startTime: 4 * SECONDS,
  })

export const openNetSurf = (url: string) => openGraphical(url, { command: "netsurf", args: (address) => [address] })
