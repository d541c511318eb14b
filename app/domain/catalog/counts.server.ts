import { sql } from "kysely"
import type { Books } from "../shop"
import { type CatalogVersion, remember } from "./catalog-memory.server"
import { type Condition, every } from "./filter-conditions.server"

/** What is counted. */
export interface Question {
  /** Names the conditions. */
  key: string
  conditions: readonly Condition[]
  /** Whether nothing but coming, going and the category decides the answer. */
  ofShelf: boolean
}

/**
 * How many products meet the conditions, exact as of the catalogue's version: counting what a million products hold
 * takes a while, and nothing changes it but a change of the catalogue.
 */
export function countProducts(books: Books, catalog: CatalogVersion, question: Question): Promise<number> {
  return remember(books, versionFor(catalog, question), `count ${question.key}`, async () => {
    const found = await sql<{ count: number }>`
      select count(*) as count from products where ${every(question.conditions)}`.execute(books.db)
    return found.rows[0]?.count ?? 0
  })
}

/** The same for each category by itself; a category without any is not in the answer. */
export function countByCategory(
  books: Books,
  catalog: CatalogVersion,
  question: Question,
): Promise<Partial<Record<string, number>>> {
  return remember(books, versionFor(catalog, question), `categories ${question.key}`, async () => {
    const found = await sql<{ category: string; count: number }>`
      select category, count(*) as count from products where ${every(question.conditions)} group by category`.execute(
      books.db,
    )
    return Object.fromEntries(found.rows.map(({ category, count }) => [category, count]))
  })
}

function versionFor({ version, shelf }: CatalogVersion, { ofShelf }: Question): number {
  return ofShelf ? shelf : version
}
