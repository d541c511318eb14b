import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { FormBrowser } from "./form-browser"
import { Terminal } from "./terminal.server"

const [ENTER, TAB, CLEAR, UP, DOWN, ESCAPE] = ["\r", "\t", "\u0015", "\u001b[A", "\u001b[B", "\u001b"]

/** Keys of one program, whose page shows a number in front of each link and field */
interface Keys {
  terminal: Terminal
  /** Types an address and opens it. */
  open(url: string): Promise<void>
  /** Moves the cursor to a link or field. */
  go(number: number): Promise<void>
  /** Replaces the text of the field under the cursor. */
  type(value: string): Promise<void>
  /** Chooses from the list under the cursor. */
  pick(option: string): Promise<void>
  /** Called when another page is shown. */
  restart?(): void
  close?(): Promise<void>
}

/** A link, a field or a button: its number, and the words after it */
const NUMBERED = /\[(\d+)\]/g

/** What stands between the number of a button, a box or a circle and its words */
const MARKS = /^(?:(?:BUTTON|[A-Z][a-z ]{1,30})\) (?=[A-Z])|[\s[\](_Xx*)]+)?/

/** A folder of settings and cookies for one browser */
async function openHome() {
  const path = await mkdtemp(join(tmpdir(), "counter-browser-"))
  return { path, env: { HOME: path }, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) }
}

function numberedBrowser(keys: Keys): FormBrowser {
  const { terminal } = keys
  const places = () =>
    terminal.screen.lines.flatMap((line, row, lines) =>
      [...line.matchAll(NUMBERED)].map(({ 0: mark, 1: number, index }) => {
        const after = line.slice(index + mark.length)
        const [own = ""] = after.replace(MARKS, "").split(/\s*\(?\[\d+\]/, 1)
        return { number: Number(number), own: own.trim(), words: `${own} ${lines[row + 1]?.trim()}` }
      }),
    )
  const missing = (text: string) => new Error(`No “${text}” on the screen:\n${terminal.screen.lines.join("\n").trim()}`)
  let current = 0
  const go = async (number: number) => {
    await keys.go(number)
    current = number
  }
  const leave = () => {
    current = 0
    keys.restart?.()
  }
  /** Of several, the next one after the place of the cursor: the button of a form after its fields */
  const named = (text: string, after?: string) => {
    const found = places()
    const exact = found.filter(({ own }) => own === text)
    const fitting = exact.length > 0 ? exact : found.filter(({ words }) => words.startsWith(text))
    const from = after === undefined ? current : numberBefore(after)
    const next = fitting.find(({ number }) => number > from) ?? fitting[0]
    if (!next) throw missing(text)
    return next.number
  }
  const numberBefore = (words: string) => {
    const { text } = terminal
    return Number([...text.slice(0, text.indexOf(words)).matchAll(NUMBERED)].at(-1)?.[1] ?? 0)
  }
  const boxOf = (label: string) => {
    const box = new RegExp(`\\[(\\d+)\\] ?[[(][ _*xX]?[\\])] ?(?:\\[\\d+\\])?${escaped(label)}`)
    const found = box.exec(terminal.text)
    if (!found) throw missing(label)
    return Number(found[1])
  }
  const labelled = (label: string) => {
    const { lines } = terminal.screen
    const row = lines.findIndex((line) => beginsWith(label).test(line))
    const text = lines.slice(row).join(" ")
    const found = row < 0 ? null : /\[(\d+)\]/.exec(text.slice(text.indexOf(label) + label.length))
    if (!found) throw missing(label)
    return Number(found[1])
  }
  return {
    async visit(url, next) {
      await keys.open(url)
      leave()
      await terminal.shows(next)
    },
    async press(text, next, after) {
      await go(named(text, after))
      await terminal.press(ENTER)
      leave()
      await terminal.shows(next)
    },
    async fill(label, value) {
      await go(labelled(label))
      await keys.type(value)
    },
    async choose(label, option) {
      await go(labelled(label))
      await keys.pick(option)
    },
    async check(label) {
      await go(boxOf(label))
      await terminal.press(ENTER)
    },
    async attach(label, path) {
      await go(labelled(label))
      await keys.type(path)
    },
    shows: (text) => terminal.shows(text),
    text: async () => terminal.text,
    async close() {
      terminal.close()
      await keys.close?.()
    },
  }
}

export async function openLynx(url: string): Promise<FormBrowser> {
  const home = await openHome()
  const settings = [
    "DEFAULT_KEYPAD_MODE:LINKS_AND_FIELDS_ARE_NUMBERED",
    // Otherwise digits would be typed into a field, not lead to a number.
    "TEXTFIELDS_NEED_ACTIVATION:TRUE",
    "ACCEPT_ALL_COOKIES:TRUE",
    "CHARACTER_SET:utf-8",
    "NO_PAUSE:TRUE",
  ]
  const file = join(home.path, "lynx.cfg")
  await writeFile(file, `${settings.join("\n")}\n`)
  const terminal = new Terminal(`lynx -cfg=${file} ${url}`, home.env)
  return numberedBrowser({
    terminal,
    open: (address) => terminal.press("g", CLEAR, address, ENTER),
    go: (number) => terminal.press(`${number}g`, ENTER),
    type: (value) => terminal.press(ENTER, CLEAR, value, TAB),
    async pick(option) {
      await terminal.press(ENTER)
      const found = new RegExp(`(\\d+): \\(\\d+\\)_*${escaped(option)} `).exec(terminal.text)
      if (!found) throw new Error(`No “${option}” on the screen:\n${terminal.screen.lines.join("\n").trim()}`)
      await terminal.press(found[1] ?? "", ENTER)
    },
    close: home.remove,
  })
}

/** Returns the keys that lead from the first line of an open menu to another. */
function stepsTo(terminal: Terminal, option: string): string[] {
  const { lines, cursor } = terminal.screen
  const row = lines.findIndex((line, index) => index >= cursor.row && line.includes(option))
  return Array<string>(Math.max(0, row - cursor.row)).fill(DOWN)
}

export async function openLinks(url: string): Promise<FormBrowser> {
  const home = await openHome()
  const terminal = new Terminal(`links -html-numbered-links 1 ${url}`, home.env)
  // Its first start welcomes people.
  await terminal.shows("[ OK ]")
  await terminal.press(ENTER)
  /** The link or field at the cursor, which also moves through the lines of a text area */
  const current = () => {
    const { lines, cursor } = terminal.screen
    const before = lines
      .slice(0, cursor.row + 1)
      .map((line, row) => (row < cursor.row ? line : line.slice(0, cursor.column + 1)))
    return Number([...before.join(" ").matchAll(NUMBERED)].at(-1)?.[1] ?? 1)
  }
  return numberedBrowser({
    terminal,
    open: (address) => terminal.press("g", CLEAR, address, ENTER),
    async go(number) {
      for (let tries = 0; tries < 20 && current() !== number; tries++) {
        const steps = number - current()
        await terminal.press(...Array<string>(Math.abs(steps)).fill(steps > 0 ? DOWN : UP))
      }
    },
    type: (value) => terminal.press(CLEAR, value),
    async pick(option) {
      await terminal.press(ENTER)
      await terminal.press(...stepsTo(terminal, option), ENTER)
    },
    close: home.remove,
  })
}

export async function openElinks(url: string): Promise<FormBrowser> {
  const home = await openHome()
  const settings = [
    "set document.browse.links.numbering = 1",
    "set document.browse.links.number_keys_select_link = 1",
    "set document.browse.forms.confirm_submit = 0",
    // It finds no address inside a page at sections, and says so in a dialog.
    "set document.browse.links.missing_fragment = 0",
    "set document.cache.revalidation_interval = 0",
    'set ui.language = "System"',
    "set terminal.xterm.type = 2",
  ]
  await writeFile(join(home.path, "elinks.conf"), settings.join("\n"))
  const terminal = new Terminal(`elinks -config-dir ${home.path} -no-connect 1 ${url}`, home.env)
  return numberedBrowser({
    terminal,
    open: (address) => terminal.press("g", CLEAR, address, ENTER),
    go: (number) => terminal.press(String(number), ENTER),
    type: (value) => terminal.press(ENTER, CLEAR, value, ESCAPE),
    async pick(option) {
      await terminal.press(ENTER)
      await terminal.press(...stepsTo(terminal, option), ENTER)
    },
    close: home.remove,
  })
}

/** Shows no numbers of buttons, so that the cursor is moved to a place on the screen. */
export async function openW3m(url: string): Promise<FormBrowser> {
  const home = await openHome()
  const [editor, text] = [join(home.path, "editor"), join(home.path, "text")]
  await writeFile(editor, `#!/bin/sh\ncp ${text} "$1"\n`, { mode: 0o755 })
  const options = ["accept_cookie=1", "display_link_number=1", `editor=${editor}`, "confirm_qq=0"]
  const terminal = new Terminal(`w3m -cookie ${options.map((option) => `-o ${option}`).join(" ")} ${url}`, home.env)
  let at = { row: 0, column: 0 }
  const move = (row: number, column: number) => {
    at = { row, column }
    return terminal.press("g", ...(row > 0 ? [`${row}j`] : []), "^", ...(column > 0 ? [`${column}l`] : []))
  }
  /** Returns the end of the first match at or after a place, and moves there unless it is only looked for. */
  const go = async (pattern: RegExp, from = { row: 0, column: 0 }, isMoving = true) => {
    const rows = terminal.screen.lines
    for (let row = from.row; row < rows.length; row++) {
      const start = row === from.row ? from.column : 0
      const found = pattern.exec((rows[row] ?? "").slice(start))
      if (!found) continue
      const column = start + found.index + found[0].length
      if (isMoving) await move(row, column)
      return { row, column }
    }
    return null
  }
  const missing = (text: string) => new Error(`No “${text}” on the screen:\n${terminal.screen.lines.join("\n").trim()}`)
  const goToField = async (label: string) => {
    const place = await go(beginsWith(label), undefined, false)
    const field = place && (await go(/\[\d+\]\[|\[(?= )/, place))
    if (!field) throw missing(label)
  }
  return {
    async visit(address, next) {
      await terminal.press("U", CLEAR, address, ENTER)
      at = { row: 0, column: 0 }
      await terminal.shows(next)
    },
    async press(words, next, after) {
      const from = (after && (await go(new RegExp(escaped(after)), undefined, false))) || at
      const end = "(?=$|\\s*\\[|\\s{2})"
      const exact = new RegExp(`(?:\\[\\d+\\](?=${escaped(words)}${end})|^\\s*(?=${escaped(words)}$))`)
      const part = new RegExp(`(?:^|[\\s\\]])(?=${escaped(words)})`)
      const isThere =
        (after ? await go(part, from) : null) ??
        (await go(exact, from)) ??
        (await go(exact)) ??
        // The button of the form that has just been filled in
        (at.row > 0 ? await go(part, at) : null) ??
        (await go(new RegExp(`\\[\\d+\\](?=${escaped(words)})`))) ??
        (await go(part))
      if (!isThere) throw missing(words)
      await terminal.press(ENTER)
      at = { row: 0, column: 0 }
      await terminal.shows(next)
    },
    async fill(label, value) {
      await writeFile(text, value)
      await goToField(label)
      await terminal.press(ENTER)
      // A text area has been filled by the editor.
      if (terminal.screen.lines.some((line) => /^(?:TEXT|PASSWORD):/i.test(line)))
        await terminal.press(CLEAR, value, ENTER)
    },
    async choose(label, option) {
      await goToField(label)
      await terminal.press(ENTER)
      await terminal.press("/", option, ENTER)
      await terminal.press(ENTER)
    },
    async check(label) {
      if (!(await go(new RegExp(`[[(](?=[ *x]?[\\])] *(?:\\[\\d+\\])?${escaped(label)})`)))) throw missing(label)
      await terminal.press(ENTER)
    },
    async attach(label, path) {
      await goToField(label)
      await terminal.press(ENTER, CLEAR, path, ENTER)
    },
    shows: (words) => terminal.shows(words),
    text: async () => terminal.text,
    async close() {
      terminal.close()
      await home.remove()
    },
  }
}

/** A label begins its line. */
function beginsWith(label: string): RegExp {
  return new RegExp(`^\\W*${escaped(label)}`)
}

function escaped(text: string): string {
  return text.replace(/[[\]().*+?$^\\|{}]/g, "\\$&")
}
