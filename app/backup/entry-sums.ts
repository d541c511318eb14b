import { createHash } from "node:crypto"
import { ENTRIES_PER_SUMS } from "./archive"

export const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex")

/** An entry's line of the sums, as `sha256sum` writes it. */
export const sumLine = (name: string, bytes: Uint8Array) => `${sha256(bytes)}  ${name}\n`

/** Gathers the lines of entries until they are enough for an entry of their own. */
export class EntrySums {
  #lines: string[] = []
  /** The SHA-256 of each entry with sums. */
  readonly sums: string[] = []

  add(line: string): void {
    this.#lines.push(line)
  }

  get isFull(): boolean {
    return this.#lines.length >= ENTRIES_PER_SUMS
  }

  /** The contents of the next entry with sums. */
  take(): Buffer {
    const text = Buffer.from(this.#lines.join(""))
    this.#lines = []
    this.sums.push(sha256(text))
    return text
  }
}
