import { createHash } from "node:crypto"
import { ENTRIES_PER_SUMS } from "./archive"

const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex")

/** Checksums in the format of `sha256sum` */
export const sumLine = (name: string, bytes: Uint8Array) => `${sha256(bytes)}  ${name}\n`

/** A string of 32 characters, because a backup may have millions of entries. */
export const digestOf = (name: string, bytes: Uint8Array) =>
  createHash("sha256").update(sumLine(name, bytes)).digest().toString("latin1")

export class EntrySums {
  #lines: string[] = []
  readonly sums: string[] = []

  add(line: string): void {
    this.#lines.push(line)
  }

  get isFull(): boolean {
    return this.#lines.length >= ENTRIES_PER_SUMS
  }

  take(): Buffer {
    const text = Buffer.from(this.#lines.join(""))
    this.#lines = []
    this.sums.push(sha256(text))
    return text
  }
}
