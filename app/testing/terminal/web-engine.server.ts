import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { setTimeout as wait } from "node:timers/promises"
import { fileURLToPath } from "node:url"
import { documentText } from "./document-text"
import type { FormBrowser } from "./form-browser"
import { fieldPath, filePath, labelPath, pressedPath, tickPath } from "./page-paths"

const PROGRAM = fileURLToPath(new URL("./web-engine.py", import.meta.url))
const SECONDS = 1_000

const MIDDLE = "(({ x, y, width, height }) => [x + width / 2, y + height / 2])(found.getBoundingClientRect())"

/** QtWebEngine, the engine of Chrome 87, without scripts and without a window */
export async function openWebEngine(url: string): Promise<FormBrowser & { picture(path: string): Promise<void> }> {
  const program = spawn("xvfb-run", ["-a", "-s", "-screen 0 1300x1000x24", "/usr/bin/python3", PROGRAM], {
    stdio: ["pipe", "pipe", "ignore"],
    env: {
      ...process.env,
      QT_QPA_PLATFORM: "xcb",
      LIBGL_ALWAYS_SOFTWARE: "1",
      QTWEBENGINE_CHROMIUM_FLAGS: "--disable-gpu",
      QTWEBENGINE_DISABLE_SANDBOX: "1",
    },
  })
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  async function send<T>(command: object): Promise<T> {
    program.stdin.write(`${JSON.stringify(command)}\n`)
    const { value, done } = await lines.next()
    if (done) throw new Error("QtWebEngine has ended")
    return JSON.parse(value)
  }
  /** Marks the page, so that it is not taken for the next one. */
  const LEAVE = "document.documentElement.dataset.left = ''"
  const html = async () => (await send<string | null>({ script: "document.documentElement.outerHTML" })) ?? ""
  const text = async () => documentText(await html())
  /** Runs an expression with the element `found`, and returns its value. */
  async function withElement<T>(path: string, expression: string): Promise<T> {
    const found = `document.evaluate(${JSON.stringify(path)}, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE).singleNodeValue`
    const script = `{ const found = ${found}; found ? { value: ${expression} } : null }`
    const result = await send<{ value: T } | null>({ script })
    if (!result) throw new Error(`No ${path} on the page:\n${await text()}`)
    return result.value
  }
  const browser = {
    async visit(address: string, next: string | RegExp) {
      await send({ script: LEAVE })
      await send({ url: address })
      await browser.shows(next)
    },
    text,
    async shows(words: string | RegExp) {
      const end = performance.now() + 20 * SECONDS
      const isShown = (page: string) => (typeof words === "string" ? page.includes(words) : words.test(page))
      for (let page = await html(); page.includes("data-left") || !isShown(documentText(page)); page = await html()) {
        if (performance.now() > end) throw new Error(`No “${words}” on the page:\n${documentText(page)}`)
        await wait(100)
      }
    },
    async press(words: string, next: string | RegExp) {
      await withElement(pressedPath(words), `(${LEAVE}, found.click())`)
      await browser.shows(next)
    },
    async fill(label: string, value: string) {
      await withElement(fieldPath(label, "self::input or self::textarea"), `found.value = ${JSON.stringify(value)}`)
    },
    async choose(label: string, option: string) {
      const value = `[...found.options].find(({ text }) => text === ${JSON.stringify(option)}).value`
      await withElement(fieldPath(label, "self::select"), `found.value = ${value}`)
    },
    async check(label: string) {
      await withElement(`(${labelPath(label)} | ${tickPath(label)})[1]`, "found.click()")
    },
    async attach(label: string, path: string) {
      const field = filePath(label)
      await withElement(field, 'found.scrollIntoView({ block: "center" })')
      const place = await withElement(field, MIDDLE)
      await send({ click: place, files: [path] })
      const end = performance.now() + 20 * SECONDS
      while ((await withElement<number>(field, "found.files.length")) === 0) {
        if (performance.now() > end) throw new Error(`“${label}” took no file`)
        await wait(100)
      }
    },
    picture: (path: string) => send<void>({ picture: path }),
    async close() {
      program.stdin.end()
      await Promise.race([new Promise((resolve) => program.once("exit", resolve)), wait(5 * SECONDS)])
      program.kill()
    },
  }
  await browser.visit(url, /./)
  return browser
}
