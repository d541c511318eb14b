import { sql } from "kysely"
import type { Database } from "~db/database.server"
import type { Books } from "../shop"
import { type Condition, every } from "./filter-conditions.server"

type Counts = Record<string, number>

interface Entry {
  version: number
  counts: Counts
}

const MOST_ENTRIES = 2_000

/** Counting what a million products hold takes a while, and nothing changes it but a change of the catalogue. */
const remembered = new WeakMap<Database, Map<string, Entry>>()
const underWay = new WeakMap<Database, Map<string, Promise<Entry>>>()

/** What is counted. */
export interface Question {
  /** Names the conditions. */
  key: string
  conditions: readonly Condition[]
  /** Whether nothing but coming, going and the category decides the answer. */
  ofShelf: boolean
}

/** How many products meet the conditions, exact as of the catalogue's version. */
export async function countProducts(books: Books, question: Question): Promise<number> {
  const counts = await counted(
    books,
    question,
    "count",
    sql`
    select 'all' as name, count(*) as count from products where ${every(question.conditions)}`,
  )
  return counts.all ?? 0
}

/** The same for each category by itself; a category without any is not in the answer. */
export async function countByCategory(books: Books, question: Question): Promise<Counts> {
  return counted(
    books,
    question,
    "categories",
    sql`
    select category as name, count(*) as count from products where ${every(question.conditions)} group by category`,
  )
}

/**
 * Answers from memory while the catalogue's version is the one that was counted under. Version and counts come from one
 * statement, so they belong together; requests that need the same count at once share it.
 */
async function counted(
  books: Books,
  { key, ofShelf }: Question,
  kind: string,
  rows: ReturnType<typeof sql>,
): Promise<Counts> {
  const column = ofShelf ? sql`shelf_version` : sql`version`
  const version = await readVersion(books, column)
  const entries = shelfOf(remembered, books.db)
  const name = `${kind} ${key}`
  const known = entries.get(name)
  if (known?.version === version) return known.counts
  const { counts } = await once(shelfOf(underWay, books.db), `${version} ${name}`, async () => {
    const entry = await count(books, column, rows)
    entries.delete(name)
    entries.set(name, entry)
    if (entries.size > MOST_ENTRIES) entries.delete(entries.keys().next().value ?? "")
    return entry
  })
  return counts
}

async function count(books: Books, column: ReturnType<typeof sql>, rows: ReturnType<typeof sql>): Promise<Entry> {
  const found = await sql<Entry>`
    select (select ${column} from catalog_version) as version,
      (select coalesce(json_object_agg(name, count), '{}') from (${rows}) counted) as counts`.execute(books.db)
  return found.rows[0] as Entry
}

async function readVersion(books: Books, column: ReturnType<typeof sql>): Promise<number> {
  const found = await sql<{ version: number }>`select ${column} as version from catalog_version`.execute(books.db)
  return found.rows[0]?.version ?? 0
}

function shelfOf<T>(shelves: WeakMap<Database, Map<string, T>>, db: Database): Map<string, T> {
  const shelf = shelves.get(db) ?? new Map<string, T>()
  shelves.set(db, shelf)
  return shelf
}

function once<T>(running: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const known = running.get(key)
  if (known) return known
  const started = work().finally(() => running.delete(key))
  running.set(key, started)
  return started
}
