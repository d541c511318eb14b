import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"
import type { SearchToken } from "./search-token"

const MAX_SIGNS = 8

/** A keyword without any word consists of signs: `%` and `\\` of `%%\\`. */
export async function readSigns(shop: Queryable, keyword: string): Promise<string[]> {
  const { rows } = await sql<{ signs: string[] }>`select search_signs(${keyword}) as signs`.execute(shop.db)
  return rows[0]?.signs.slice(0, MAX_SIGNS) ?? []
}

/** Looks up corrections for words that are not in the catalogue, or for `all`. */
export async function tokenizeKeyword(shop: Queryable, keyword: string, { all = false } = {}): Promise<SearchToken[]> {
  const found = await sql<SearchToken>`
    ${preparedStatement} select word, stem, name_stem as "nameStem", is_known as "isKnown", has_prefix as "hasPrefix",
      prefix_stems as "prefixStems", compound, similar_words as "similarWords", splits
    from search_tokens(${keyword}, ${all}) order by position`.execute(shop.db)
  return found.rows
}
