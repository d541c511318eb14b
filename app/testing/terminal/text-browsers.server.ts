import { Terminal } from "./terminal.server"

/** What a person does in a text browser */
export interface TextBrowser {
  terminal: Terminal
  /** Follows a link or presses a button, and waits for the next page. */
  press(text: string, next: string | RegExp): Promise<void>
  fill(label: string, value: string): Promise<void>
}

const [ENTER, TAB, CLEAR, UP, DOWN] = ["\r", "\t", "\u0015", "\u001b[A", "\u001b[B"]

/** Searches for a text, which moves the cursor to it. */
function openW3m(url: string): TextBrowser {
  const terminal = new Terminal(`w3m -cookie -o accept_cookie=1 ${url}`)
  const find = (text: string) => terminal.press("/", text, ENTER)
  return {
    terminal,
    async press(text, next) {
      await find(text)
      await terminal.press(ENTER)
      await terminal.shows(next)
    },
    async fill(label, value) {
      await find(label)
      await terminal.press(TAB, ENTER, CLEAR, value, ENTER)
    },
  }
}

/** Numbers its links and fields; the arrow keys lead from one to the next. */
function openLinks(url: string): TextBrowser {
  const terminal = new Terminal(`links -html-numbered-links 1 ${url}`)
  let current = 1
  const go = async (to: number) => {
    await terminal.press(...Array<string>(Math.abs(to - current)).fill(to > current ? DOWN : UP))
    current = to
  }
  const numberOf = (pattern: string) => {
    const at = terminal.text.indexOf(pattern)
    return { before: Number(/\[(\d+)\]\s*$/.exec(terminal.text.slice(0, at))?.[1]), at }
  }
  return {
    terminal,
    async press(text, next) {
      const places = [...terminal.text.matchAll(/\[(\d+)\]([^[]*)/g)].filter(([, , words = ""]) =>
        words.startsWith(text),
      )
      const place = places.find(([, number]) => Number(number) >= current) ?? places[0]
      if (!place) throw new Error(`No link “${text}”:\n${terminal.screen.lines.join("\n")}`)
      await go(Number(place[1]))
      await terminal.press(ENTER)
      await terminal.shows(next)
      current = 1
    },
    async fill(label, value) {
      const { at } = numberOf(label)
      await go(Number(/\[(\d+)\]/.exec(terminal.text.slice(at))?.[1]))
      await terminal.press(CLEAR, value)
    },
  }
}

export const textBrowsers = { w3m: openW3m, links: openLinks }
