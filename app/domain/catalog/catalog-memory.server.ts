import { sql } from "kysely"
import type { Database } from "~db/database.server"
import { plannedOnce } from "~db/planned-once.server"
import type { Books } from "../shop"

/** As what the catalogue stands: every change of what lists show raises the version. */
export interface CatalogVersion {
  version: number
  /** Raised only when products come, go, or change their category. */
  shelf: number
}

interface Entry {
  version: number
  answer: Promise<unknown>
}

const MOST_ENTRIES = 2_000

const memories = new WeakMap<Database, Map<string, Entry>>()

export async function readCatalogVersion(books: Books): Promise<CatalogVersion> {
  const found = await sql<CatalogVersion>`
    ${plannedOnce} select version, shelf_version as shelf from catalog_version`.execute(books.db)
  return found.rows[0] ?? { version: 0, shelf: 0 }
}

/**
 * Answers from memory what was worked out under this version of the catalogue or a later one, and otherwise does the
 * work; requests that need the same at once share it. Whoever reads the version first, and then asks, gets nothing that
 * is older than the version.
 */
export function remember<T>(books: Books, version: number, key: string, work: () => Promise<T>): Promise<T> {
  const memory = memories.get(books.db) ?? new Map<string, Entry>()
  memories.set(books.db, memory)
  const known = memory.get(key)
  if (known && known.version >= version) return known.answer as Promise<T>
  const answer = work()
  memory.delete(key)
  memory.set(key, { version, answer })
  if (memory.size > MOST_ENTRIES) memory.delete(memory.keys().next().value ?? "")
  answer.catch(() => {
    if (memory.get(key)?.answer === answer) memory.delete(key)
  })
  return answer
}
