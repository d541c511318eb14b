import { LRUCache } from "lru-cache"
import { type DeflatedPiece, deflateAtOnce } from "./deflated-pieces.server"
import { type Person, renderAccount } from "./render-parts.server"

export type HeaderPerson = Pick<Person, "user" | "cartCount" | "formToken">

/** Bytes */
const CAPACITY = 4 * 1024 * 1024
const OVERHEAD = 500

/** Keeps the header's personal parts under all that they show, so that no one can receive another's. */
export class AccountPieces {
  readonly #kept = new LRUCache<string, DeflatedPiece>({
    maxSize: CAPACITY,
    sizeCalculation: ({ bytes }, key) => bytes.length + 2 * key.length + OVERHEAD,
  })

  of(person: HeaderPerson): DeflatedPiece {
    const key = this.keyOf(person)
    const kept = this.#kept.get(key) ?? deflateAtOnce(Buffer.from(renderAccount(person)))
    this.#kept.set(key, kept)
    return kept
  }

  protected keyOf({ user, cartCount, formToken }: HeaderPerson): string {
    return JSON.stringify([user, cartCount, formToken])
  }
}
