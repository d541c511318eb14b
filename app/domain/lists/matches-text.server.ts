import { type RawBuilder, sql } from "kysely"
import { likePattern } from "~db/like-pattern"

const MAX_WORDS = 8
/** The comma of `1,5l` has several equivalents. */
const BETWEEN_WORDS = /\s+|(?<=\d)[.,](?=\d)/

interface SearchedText {
  /** A text of `person_text` or `order_text`, whose trigram index the search uses */
  text: RawBuilder<string>
  /** A text with punctuation such as `@` and `_`, for searches that contain it */
  name: RawBuilder<string>
}

/**
 * Matches a text that contains all words of a search, in any spelling and also as parts of words, or its telephone
 * number, with or without the country code.
 */
export function matchesText({ text, name }: SearchedText, search: string): RawBuilder<boolean> {
  const words = search.split(BETWEEN_WORDS).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return sql`${name} ilike ${likePattern(search)}`
  const conditions = words.slice(0, MAX_WORDS).map((word) => {
    const found = sql`${text} like any (word_patterns(${word}))`
    // `ada@` is the complete local part of an address.
    return word.includes("@") ? sql`(${found} and ${name} ilike ${likePattern(word)})` : found
  })
  const all = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  return isTelephone(search) ? sql`(${all} or ${text} like any (telephone_patterns(${search})))` : all
}

function isTelephone(search: string): boolean {
  return /^[\p{Nd}\s()+./\p{Pd}]+$/u.test(search)
}
