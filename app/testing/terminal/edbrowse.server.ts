import { spawn } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { FormBrowser } from "./form-browser"

const SECONDS = 1_000

/** A link in braces, or a field or button in angle brackets */
const STOP = /\{([^{}]*)\}|<([^<>]*)>/g

interface Stop {
  kind: "link" | "field"
  words: string
  /** Its line, from 1 */
  line: number
  /** Its number among the links, or the fields, of its line */
  number: number
  start: number
  end: number
}

/** A line editor that shows pages as text: its commands are written to its input. */
export async function openEdbrowse(url: string): Promise<FormBrowser> {
  const home = await mkdtemp(join(tmpdir(), "counter-browser-"))
  // Without one, its first start only writes one.
  await writeFile(join(home, ".ebrc"), "")
  const program = spawn("edbrowse", [], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, HOME: home, LANG: "C.UTF-8" },
  })
  let output = ""
  program.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  let commands = 0
  async function send(...lines: string[]): Promise<string> {
    // It says “ok” after a command of the shell.
    const mark = `done-${++commands}\nok\n`
    output = ""
    program.stdin.write(`${[...lines, `!echo done-${commands}`].join("\n")}\n`)
    const end = performance.now() + 30 * SECONDS
    while (!output.includes(mark)) {
      if (performance.now() > end || program.exitCode !== null) throw new Error(`No answer to ${lines}: ${output}`)
      await wait(20)
    }
    return output.slice(0, output.indexOf(mark))
  }
  /** The page in one line, and its links and fields */
  async function read() {
    const stops: Stop[] = []
    let text = ""
    for (const [index, line] of (await send(",p")).split("\n").entries()) {
      const counts = { link: 0, field: 0 }
      for (const { 0: mark, 1: link, 2: field, index: column } of line.matchAll(STOP)) {
        const kind = link === undefined ? "field" : "link"
        const start = text.length + column
        const words = (link ?? field ?? "").trim()
        stops.push({ kind, words, line: index + 1, number: ++counts[kind], start, end: start + mark.length })
      }
      text += `${line} `
    }
    return { text, stops }
  }
  let current = 0
  const missing = async (words: string) => new Error(`No “${words}” on the page:\n${await send(",p")}`)
  async function fieldAfter(label: string): Promise<Stop> {
    const { text, stops } = await read()
    for (let at = text.indexOf(label); at >= 0; at = text.indexOf(label, at + 1)) {
      const next = stops.find(({ start }) => start >= at + label.length)
      const isLabel = next?.kind === "field" && !stops.some(({ start, end }) => start <= at && at < end)
      if (isLabel) return next
    }
    throw await missing(label)
  }
  async function put({ line, number, start, words }: Stop, value: string): Promise<void> {
    current = start
    if (words.startsWith("buffer")) await write(line, value)
    else await send(String(line), `i${number}=${value}`)
  }
  /** A text area is edited like a file, in a buffer of its own, and sent empty if it is not opened. */
  async function write(line: number, value: string): Promise<void> {
    const buffer = await open(line)
    await send(`e${buffer}`, ",d", "a", value, ".", "e1")
  }
  async function open(line: number): Promise<string> {
    const shown = await send(String(line), "ib", "p")
    const buffer = /<buffer (\d+)>/.exec(shown)?.[1]
    if (!buffer) throw new Error(`No buffer is opened: ${shown}`)
    return buffer
  }
  const isButton = async ({ line, number }: Stop) => (await send(String(line), `i${number}?`)).includes("submit")
  const browser: FormBrowser = {
    async visit(address, next) {
      await send(`b ${address}`)
      current = 0
      await browser.shows(next)
    },
    async press(words, next, after) {
      const { text, stops } = await read()
      const named: Stop[] = []
      for (const stop of stops)
        if (stop.words.startsWith(words) && (stop.kind === "link" || (await isButton(stop)))) named.push(stop)
      const exact = named.filter((stop) => stop.words === words)
      const fitting = exact.length > 0 ? exact : named
      const from = after === undefined ? current : text.indexOf(after)
      const pressed = fitting.find(({ start }) => start > from) ?? fitting[0]
      if (!pressed) throw await missing(words)
      for (const { words, line } of stops) if (words === "buffer text") await open(line)
      await send(String(pressed.line), pressed.kind === "link" ? `g${pressed.number}` : `i${pressed.number}*`)
      current = 0
      await browser.shows(next)
    },
    async fill(label, value) {
      await put(await fieldAfter(label), value)
    },
    async choose(label, option) {
      await put(await fieldAfter(label), option)
    },
    async check(label) {
      const { text, stops } = await read()
      const box = stops.find(({ kind, words, end }) => {
        const isBox = kind === "field" && /^[-+]$/.test(words)
        return (
          isBox &&
          text
            .slice(end, end + 200)
            .replace(/^[\s{]+/, "")
            .startsWith(label)
        )
      })
      if (!box) throw await missing(label)
      await put(box, "+")
    },
    async attach(label, path) {
      await put(await fieldAfter(label), path)
    },
    async shows(words) {
      const text = await browser.text()
      const isShown = typeof words === "string" ? text.includes(words) : words.test(text)
      if (!isShown) throw await missing(String(words))
    },
    text: async () => (await send(",p")).replaceAll(/\s+/g, " "),
    async close() {
      program.stdin.end("qt\n")
      program.kill()
      await rm(home, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  await send("js-", "ll 20000")
  await browser.visit(url, /./)
  return browser
}
