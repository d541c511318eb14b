import { type RawBuilder, sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"
import { findParticle, KOREAN_WORD, type Particle } from "./korean-particles"
import type { SearchToken } from "./search-token"

const MAX_SYMBOLS = 8
/** The number of a keyword's words that are searched for */
const MAX_PARTICLES = 8

/** A keyword without any word consists of symbols: `%` and `\\` of `%%\\`. */
export async function readSymbols(shop: Queryable, keyword: string): Promise<string[]> {
  const { rows } = await sql<{ symbols: string[] }>`select search_signs(${keyword}) as symbols`.execute(shop.db)
  return rows[0]?.symbols.slice(0, MAX_SYMBOLS) ?? []
}

/** Looks up corrections for words that are not in the catalogue, or for `all`. */
export async function tokenizeKeyword(shop: Queryable, keyword: string, { all = false } = {}): Promise<SearchToken[]> {
  const words = await withoutParticles(shop, keyword.normalize())
  const found = await sql<SearchToken>`
    ${preparedStatement} select word, repeated, stem, name_stem as "nameStem", is_known as "isKnown", has_prefix as "hasPrefix",
      prefix_stems as "prefixStems", compound, similar_words as "similarWords", splits
    from search_tokens(${words}, ${all}) order by position`.execute(shop.db)
  return found.rows
}

/**
 * 가방을 becomes 가방 if words of the catalogue have this prefix and, unless the particle is certain, none has the whole
 * word as one.
 */
async function withoutParticles(shop: Queryable, keyword: string): Promise<string> {
  const particles = (keyword.match(KOREAN_WORD) ?? [])
    .slice(0, MAX_PARTICLES)
    .map(findParticle)
    .filter((found) => found !== null)
  if (particles.length === 0) return keyword
  const { rows } = await sql<Particle>`
    select typed, noun from json_to_recordset(${JSON.stringify(particles)})
      as particles (typed text, noun text, "isCertain" boolean)
    where ${isBeginning(sql.ref("noun"))} and ("isCertain" or not ${isBeginning(sql.ref("typed"))})`.execute(shop.db)
  const nouns = new Map(rows.map(({ typed, noun }) => [typed, noun]))
  return keyword.replace(KOREAN_WORD, (word) => nouns.get(word) ?? word)
}

function isBeginning(text: RawBuilder<unknown>) {
  return sql`exists (
    select from search_words known, search_letters(${text}) letters
    where known.word >= letters and known.word < letters || ${"\u{10FFFF}"})`
}
