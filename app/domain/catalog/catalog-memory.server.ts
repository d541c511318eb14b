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
 * Answers from memory what was worked out after this version of the catalogue was read, and otherwise does the work;
 * requests that need the same at once share it. What nobody asked for the longest is forgotten first.
 */
export function remember<T>(books: Books, version: number, key: string, work: () => Promise<T>): Promise<T> {
  const memory = memories.get(books.db) ?? new Map<string, Entry>()
  memories.set(books.db, memory)
  const known = memory.get(key)
  const fits = known?.version === version
  const answer = fits ? (known.answer as Promise<T>) : work()
  memory.delete(key)
  memory.set(key, { version, answer })
  if (fits) return answer
  if (memory.size > MOST_ENTRIES) memory.delete(memory.keys().next().value ?? "")
  answer.catch(() => {
    if (memory.get(key)?.answer === answer) memory.delete(key)
  })
  return answer
}
