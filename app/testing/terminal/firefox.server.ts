import { type ChildProcess, spawn } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { connect, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { documentText } from "./document-text"
import type { FormBrowser } from "./form-browser"
import { fieldPath, filePath, labelPath, pressedPath, tickPath } from "./page-paths"

const SECONDS = 1_000

/** Pages run no scripts, and the browser asks its makers for nothing. */
const PREFERENCES = {
  "javascript.enabled": false,
  "marionette.port": 0,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "app.update.disabledForTesting": true,
  "extensions.blocklist.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "http://localhost:9/",
  "toolkit.telemetry.enabled": false,
}

/** The key of an element's reference (WebDriver, section 12.1) */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf"

/** Marionette: texts `length:[0, id, command, parameters]`, which Firefox answers with `[1, id, error, result]` */
class Marionette {
  #rest = Buffer.alloc(0)
  #id = 0
  readonly #answers = new Map<number, (answer: unknown[]) => void>()

  private constructor(private readonly socket: Socket) {
    socket.on("data", (data) => this.#read(data))
  }

  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, "127.0.0.1")
    await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject))
    return new Marionette(socket)
  }

  async send<T>(command: string, parameters: object = {}): Promise<T> {
    const id = ++this.#id
    const text = JSON.stringify([0, id, command, parameters])
    const answered = new Promise<unknown[]>((resolve) => this.#answers.set(id, resolve))
    this.socket.write(`${Buffer.byteLength(text)}:${text}`)
    const [, , error, result] = await answered
    if (error) throw new Error(`${command}: ${(error as { message: string }).message}`)
    return result as T
  }

  end() {
    this.socket.destroy()
  }

  #read(data: Buffer) {
    this.#rest = Buffer.concat([this.#rest, data])
    for (;;) {
      const colon = this.#rest.indexOf(":")
      const end = colon + 1 + Number(this.#rest.toString("latin1", 0, colon))
      if (colon < 0 || this.#rest.length < end) return
      const message: unknown = JSON.parse(this.#rest.toString("utf8", colon + 1, end))
      this.#rest = this.#rest.subarray(end)
      // The first message is a greeting.
      if (Array.isArray(message)) this.#answers.get(message[1])?.(message)
    }
  }
}

/** Firefox without scripts and without a window */
export async function openFirefox(url: string): Promise<FormBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "counter-firefox-"))
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`)
  await writeFile(join(profile, "user.js"), lines.join("\n"))
  const program = spawn("firefox-esr", ["--headless", "--marionette", "--no-remote", "--profile", profile], {
    stdio: "ignore",
    env: { ...process.env, HOME: profile, MOZ_CRASHREPORTER_DISABLE: "1" },
  })
  const marionette = await Marionette.connect(await portOf(profile, program))
  await marionette.send("WebDriver:NewSession", { timeouts: { implicit: 0, pageLoad: 60 * SECONDS } })
  const findAll = async (xpath: string) => {
    const found = await marionette.send<Record<string, string>[]>("WebDriver:FindElements", {
      using: "xpath",
      value: xpath,
    })
    return found.map((reference) => ({ id: reference[ELEMENT] ?? "" }))
  }
  const click = (element: { id: string }) => marionette.send("WebDriver:ElementClick", element)
  /** Opens the disclosures around an element, as people do who look for it. */
  const find = async (xpath: string) => {
    for (const summary of await findAll(`${xpath}/ancestor::details[not(@open)]/summary`))
      await click(summary).catch(() => {})
    const [found] = await findAll(xpath)
    if (!found) throw new Error(`No ${xpath} on the page:\n${await text()}`)
    return found
  }
  /** Also what a closed disclosure contains */
  const text = async () => documentText((await marionette.send<{ value: string }>("WebDriver:GetPageSource")).value)
  const browser: FormBrowser = {
    async visit(address, next) {
      await marionette.send("WebDriver:Navigate", { url: address })
      await browser.shows(next)
    },
    text,
    async shows(words) {
      const end = performance.now() + 20 * SECONDS
      const isShown = (page: string) => (typeof words === "string" ? page.includes(words) : words.test(page))
      for (let page = await text(); !isShown(page); page = await text()) {
        if (performance.now() > end) throw new Error(`No “${words}” on the page:\n${page}`)
        await wait(100)
      }
    },
    async press(words, next) {
      const pressed = await find(pressedPath(words))
      await click(pressed)
      await browser.shows(next)
    },
    async fill(label, value) {
      const input = await find(fieldPath(label, "self::input or self::textarea"))
      await marionette.send("WebDriver:ElementClear", input)
      await marionette.send("WebDriver:ElementSendKeys", { ...input, text: value })
    },
    async choose(label, option) {
      const select = await find(fieldPath(label, "self::select"))
      await marionette.send("WebDriver:ElementSendKeys", { ...select, text: option })
    },
    async check(label) {
      await click(await find(`(${labelPath(label)} | ${tickPath(label)})[1]`))
    },
    async attach(label, path) {
      const input = await find(filePath(label))
      await marionette.send("WebDriver:ElementSendKeys", { ...input, text: path })
    },
    async close() {
      const ended = new Promise((resolve) => program.once("exit", resolve))
      await Promise.race([marionette.send("Marionette:Quit", { flags: ["eForceQuit"] }).catch(() => {}), wait(5_000)])
      await Promise.race([ended, wait(10 * SECONDS)])
      marionette.end()
      program.kill("SIGKILL")
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await browser.visit(url, /./)
  return browser
}

async function portOf(profile: string, program: ChildProcess): Promise<number> {
  const end = performance.now() + 60 * SECONDS
  while (program.exitCode === null && performance.now() < end) {
    const port = Number(await readFile(join(profile, "MarionetteActivePort"), "utf8").catch(() => ""))
    if (port) return port
    await wait(100)
  }
  throw new Error("Firefox does not start")
}
