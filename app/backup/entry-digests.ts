import { createHash } from "node:crypto"
import { sumLine } from "./entry-sums"

const SIZE = 32

/** Holds 32 bytes for each entry of a checked backup, in order. */
export class EntryDigests {
  #bytes = Buffer.alloc(SIZE * 1024)
  #count = 0

  add(name: string, bytes: Uint8Array): void {
    if (this.#bytes.length === this.#count * SIZE) this.#bytes = Buffer.concat([this.#bytes, this.#bytes])
    digest(name, bytes).copy(this.#bytes, this.#count++ * SIZE)
  }

  matches(index: number, name: string, bytes: Uint8Array): boolean {
    return index < this.#count && digest(name, bytes).equals(this.#bytes.subarray(index * SIZE, (index + 1) * SIZE))
  }

  get count(): number {
    return this.#count
  }
}

const digest = (name: string, bytes: Uint8Array) => createHash("sha256").update(sumLine(name, bytes)).digest()
