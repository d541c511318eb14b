import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"
import type { SearchToken } from "./search-token"

const MAX_SYMBOLS = 8

/** A keyword without any word consists of symbols: `%` and `\\` of `%%\\`. */
export async function readSymbols(shop: Queryable, keyword: string): Promise<string[]> {
  const { rows } = await sql<{ symbols: string[] }>`select search_signs(${keyword}) as symbols`.execute(shop.db)
  return rows[0]?.symbols.slice(0, MAX_SYMBOLS) ?? []
}

/** Looks up corrections for words that are not in the catalogue, or for `all`. */
export async function tokenizeKeyword(shop: Queryable, keyword: string, { all = false } = {}): Promise<SearchToken[]> {
  // Unlike PostgreSQL's, it knows the last letter of Greek words.
  const lowerCase = keyword.toLowerCase()
  const found = await sql<SearchToken>`
    ${preparedStatement} select word, repeated, stem, name_stem as "nameStem", is_known as "isKnown", has_prefix as "hasPrefix",
      prefix_stems as "prefixStems", compound, similar_words as "similarWords", splits
    from search_tokens(${lowerCase}, ${all}) order by position`.execute(shop.db)
  return found.rows
}
