import { type ChildProcess, spawn } from "node:child_process"
import { setTimeout as wait } from "node:timers/promises"
import { Screen } from "./screen"

/** Large enough for a whole page, so that no program scrolls, and hardly a line is broken */
const [ROWS, COLUMNS] = [400, 200]

/** Milliseconds without output after which a program waits for a key */
const QUIET = 350

/** A program in a pseudo-terminal that a person would look at */
export class Terminal {
  readonly screen = new Screen(ROWS, COLUMNS)
  readonly #process: ChildProcess
  #lastOutput = performance.now()

  constructor(command: string, env: Record<string, string> = {}) {
    const inside = `stty rows ${ROWS} cols ${COLUMNS}; exec ${command}`
    this.#process = spawn("script", ["-qfec", inside, "/dev/null"], {
      env: { ...process.env, TERM: "xterm", LANG: "C.UTF-8", LINES: String(ROWS), COLUMNS: String(COLUMNS), ...env },
    })
    this.#process.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#lastOutput = performance.now()
      this.screen.write(text)
    })
  }

  /** Presses keys, one after the other, and waits until the program is quiet. */
  async press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      this.#process.stdin?.write(key)
      await wait(25)
    }
    await this.quiet()
  }

  async quiet(): Promise<void> {
    this.#lastOutput = performance.now()
    while (performance.now() - this.#lastOutput < QUIET) await wait(50)
  }

  /** Waits until the screen shows a text. */
  async shows(text: string | RegExp, seconds = 20): Promise<void> {
    const end = performance.now() + 1_000 * seconds
    const isShown = () => (typeof text === "string" ? this.text.includes(text) : text.test(this.text))
    while (!isShown()) {
      if (performance.now() > end)
        throw new Error(`No “${text}” on the screen:\n${this.screen.lines.join("\n").trim()}`)
      await wait(100)
    }
    await this.quiet()
  }

  /** The whole screen, in one line */
  get text(): string {
    return this.screen.lines.join(" ").replace(/\s+/g, " ")
  }

  close(): void {
    this.#process.kill("SIGKILL")
  }
}
