import { execFile, spawn } from "node:child_process"
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"
import { closest, elementsIn, type HtmlElement, textIn } from "../markup/html-tree"
import { ColouredPages, type Control } from "./coloured-pages.server"
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
  env?: Record<string, string>
  /** Where the keys begin in an open list: at the option that is chosen, or before the first */
  listBeginsAt?: "chosen" | "start"
  /** Whether it shows disclosures closed */
  closesDisclosures?: boolean
  /** Whether it scrolls by the wheel of the mouse and not by keys */
  hasWheel?: boolean
  /** Opens an address, unless Ctrl+L leads to a field for it. */
  open?(run: Run, address: string): Promise<void>
}

/** Runs a command on the program's display, and returns its output. */
type Run = (command: string, ...args: string[]) => Promise<string>

/** A browser that only a mouse can use: its links and fields are found by their colours in a picture of the screen. */
async function openGraphical(url: string, browserProgram: Program): Promise<FormBrowser> {
  const { command, args, prepare, startTime = 0, listBeginsAt = "chosen" } = browserProgram
  const home = await mkdtemp(join(tmpdir(), "counter-browser-"))
  await prepare?.(home)
  const pages = await ColouredPages.open(url)
  const display = `:${100 + Math.floor(Math.random() * 900)}`
  const screen = spawn("Xvfb", [display, "-screen", "0", `${WIDTH}x${HEIGHT}x24`], { stdio: "ignore" })
  const env = { ...process.env, DISPLAY: display, HOME: home, LANG: "C.UTF-8", ...browserProgram.env }
  const run: Run = async (command, ...args) => (await execute(command, args, { env })).stdout
  const xdotool = (...keys: string[]) => run("xdotool", ...keys)
  for (let tries = 0; !(await xdotool("getdisplaygeometry").catch(() => "")); tries++) {
    if (tries > 100) throw new Error("Xvfb does not start")
    await wait(200)
  }
  const program = spawn(command, args(pages.url), { env, stdio: "ignore", detached: true })
  await wait(startTime)
  const pixels = async () => {
    const { stdout } = await execute("import", ["-window", "root", "-depth", "8", "rgb:-"], {
      env,
      encoding: "buffer",
      maxBuffer: 2 ** 24,
    })
    return stdout
  }
  async function placesOf([red, green, blue]: readonly number[]): Promise<Place[]> {
    const picture = await pixels()
    const found: Place[] = []
    for (let at = 0; at < picture.length; at += 3)
      if (picture[at] === red && picture[at + 1] === green && picture[at + 2] === blue)
        found.push({ x: (at / 3) % WIDTH, y: Math.floor(at / 3 / WIDTH) })
    return found
  }
  const missing = (name: string) => new Error(`No “${name}” on the page:\n${documentText(pages.html)}`)
  let opened: { page: number; summaries: string[] } = { page: 0, summaries: [] }
  /** Opens the disclosure around an element, as people do who look for it. */
  async function disclose(element: HtmlElement): Promise<void> {
    const details = closest(element, "details")
    if (!details || details.attributes.open !== undefined || element.tag === "summary") return
    const { controls } = pages.read()
    const summary = controls.find(
      (one) =>
        one.element.tag === "summary" &&
        one.element.parent?.attributes.class === details.attributes.class &&
        wordsOf(details).startsWith(wordsOf(one.element)),
    )
    if (!summary) return
    const name = wordsOf(summary.element)
    if (opened.page !== pages.pages) opened = { page: pages.pages, summaries: [] }
    if (opened.summaries.includes(name)) return
    opened.summaries.push(name)
    await click(summary, name)
  }
  /** Scrolls from the top until the picture has the colour, and clicks there. */
  async function click({ colour, element }: Control, name: string): Promise<void> {
    if (browserProgram.closesDisclosures) await disclose(element)
    await xdotool("mousemove", String(MARGIN.x), String(MARGIN.y), "click", "1", "key", "ctrl+Home", "key", "Home")
    if (browserProgram.hasWheel) await xdotool("click", "--repeat", "100", "--delay", "5", "4")
    for (let screens = 0; screens < 30; screens++) {
      await wait(400)
      const places = await placesOf(colour)
      const place = isFramed(element) ? middleOf(places) : placeIn(places, element)
      if (place) {
        await xdotool("mousemove", String(place.x), String(place.y), "sleep", "0.1", "click", "1")
        return
      }
      await xdotool(
        ...(browserProgram.hasWheel ? ["click", "--repeat", "5", "--delay", "20", "5"] : ["key", "Page_Down"]),
      )
    }
    throw new Error(`No “${name}” on the screen`)
  }
  /** Types a path into the window that has just been opened. */
  async function typePath(path: string): Promise<void> {
    await wait(2 * SECONDS)
    const windows = await xdotool("search", "--onlyvisible", "--name", ".")
    const chooser = windows.trim().split("\n").at(-1) ?? ""
    await xdotool("mousemove", "--window", chooser, "60", "60")
    await xdotool("type", "--delay", "20", path)
    await wait(500)
    await xdotool("key", "Return")
    await wait(1 * SECONDS)
  }
  const browser: FormBrowser = {
    async visit(address, next) {
      const own = pages.addressOf(address)
      if (browserProgram.open) await browserProgram.open(run, own)
      else {
        await xdotool("key", "ctrl+l")
        await wait(300)
        await xdotool("key", "End", "key", "shift+Home", "type", "--delay", "5", own)
        await xdotool("key", "Return")
      }
      await browser.shows(next)
    },
    async press(text, next, after = "") {
      const page = pages.read()
      const from = page.text.indexOf(after)
      const pressed = page.controls.filter(({ element: { tag } }) => tag === "a" || tag === "button")
      const named = pressed.filter(({ element }) => wordsOf(element).startsWith(text))
      const exact = named.filter(({ element }) => wordsOf(element) === text)
      const fitting = (exact.length > 0 ? exact : named).filter(({ at }) => at >= from)
      const control = fitting.find(({ element }) => element.tag === "button") ?? fitting[0]
      if (!control) throw missing(text)
      await click(control, text)
      await browser.shows(next)
    },
    async fill(label, value) {
      const field = fieldOf(pages, label) ?? fail(missing(label))
      await click(field, label)
      const { length } = field.element.attributes.value ?? textIn(field.element)
      const erase = Array<string>(length).fill("BackSpace")
      await xdotool("key", "End", ...erase, "type", "--delay", "25", value)
    },
    async choose(label, option) {
      const list = fieldOf(pages, label) ?? fail(missing(label))
      const options = elementsIn(list.element).filter(({ tag }) => tag === "option")
      const chosen = options.findIndex(({ attributes }) => attributes.selected !== undefined)
      const wanted = options.findIndex((element) => wordsOf(element) === option)
      if (wanted < 0) throw missing(option)
      await click(list, label)
      await wait(500)
      const steps = wanted - (listBeginsAt === "start" ? -1 : Math.max(chosen, 0))
      const keys = Array<string>(Math.abs(steps)).fill(steps > 0 ? "Down" : "Up")
      await xdotool("key", "--delay", "15", ...keys, "Return")
    },
    async check(label) {
      const boxes = pages.read().controls.filter(({ element }) => isBox(element))
      const labelled = fieldOf(pages, label, isBox)
      const control = labelled ?? boxes.find(({ element }) => element.attributes["aria-label"]?.includes(label))
      await click(control ?? fail(missing(label)), label)
    },
    async attach(label, path) {
      await click(fieldOf(pages, label) ?? fail(missing(label)), label)
      await typePath(path)
    },
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
      try {
        // Its helpers belong to its group.
        if (program.pid) process.kill(-program.pid, "SIGKILL")
      } catch {
        // It has ended by itself.
      }
      screen.kill()
      pages.close()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  return browser
}

function fail(error: Error): never {
  throw error
}

const isBox = ({ tag, attributes: { type } }: HtmlElement) =>
  tag === "input" && (type === "checkbox" || type === "radio")

const isFramed = ({ parent }: HtmlElement) => parent?.tag === "span" && parent.attributes.style !== undefined

const wordsOf = (element: HtmlElement) => textIn(element).replaceAll(/\s+/g, " ").trim()

interface Place {
  x: number
  y: number
}

/** The mark at the beginning of a link, because NetSurf takes no click between its words, or the middle of all else */
function placeIn(places: Place[], { tag }: HtmlElement): Place | undefined {
  const [first] = places
  const isInMark = ({ x, y }: Place) => first && y >= first.y + 6 && x >= first.x + 6
  return (tag === "a" && places.find(isInMark)) || places[Math.floor(places.length / 2)]
}

function middleOf(places: Place[]): Place | undefined {
  if (places.length === 0) return undefined
  const middle = (values: number[]) => Math.round((Math.min(...values) + Math.max(...values)) / 2)
  return { x: middle(places.map(({ x }) => x)), y: middle(places.map(({ y }) => y)) }
}

/** Finds the field of the first label that begins with a text. */
function fieldOf(pages: ColouredPages, text: string, isKind: (element: HtmlElement) => boolean = () => true) {
  const { controls } = pages.read()
  const fields = controls.filter(({ element: { tag } }) => ["input", "select", "textarea"].includes(tag))
  for (const { element } of controls) {
    if (element.tag !== "label" || !wordsOf(element).startsWith(text)) continue
    const inside = new Set(elementsIn(element))
    const { for: id } = element.attributes
    const field = fields.find((field) => (id ? field.element.attributes.id === id : inside.has(field.element)))
    if (field && isKind(field.element)) return field
  }
  return undefined
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

export const openNetSurf = (url: string) =>
  openGraphical(url, { command: "netsurf", args: (address) => [address], listBeginsAt: "start" })

/** WebKitGTK without scripts; it has no field for addresses, and reads them from a property of its window. */
export const openSurf = (url: string) =>
  openGraphical(url, {
    command: "surf",
    args: (address) => ["-s", address],
    startTime: 3 * SECONDS,
    closesDisclosures: true,
    hasWheel: true,
    env: { LIBGL_ALWAYS_SOFTWARE: "1", WEBKIT_DISABLE_COMPOSITING_MODE: "1", WEBKIT_DISABLE_DMABUF_RENDERER: "1" },
    async open(run, address) {
      await run("xprop", "-id", await surfWindow(run), "-f", "_SURF_GO", "8u", "-set", "_SURF_GO", address)
    },
  })

async function surfWindow(run: Run): Promise<string> {
  return (await run("xdotool", "search", "--sync", "--onlyvisible", "--class", "surf")).split("\n")[0] ?? ""
}
