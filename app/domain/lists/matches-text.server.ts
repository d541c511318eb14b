import { type RawBuilder, sql } from "kysely"
import { likePattern } from "~db/like-pattern"

const MAX_WORDS = 8
/** The comma of `1,5l` is one of several signs for the same. */
const BETWEEN_WORDS = /\s+|(?<=\d)[.,](?=\d)/

interface SearchedText {
  /** A text of `person_text` or `order_text`, whose index of trigrams serves the search */
  text: RawBuilder<string>
  /** A text that keeps signs such as `@` and `_`, for searches that have them */
  name: RawBuilder<string>
}

/**
 * Matches a text which has all words of a search, in any spelling and each as part of a word, or its telephone number, with or
 * without the code of the country.
 */
export function matchesText({ text, name }: SearchedText, search: string): RawBuilder<boolean> {
  const words = search.split(BETWEEN_WORDS).filter((word) => /[\p{L}\p{N}]/u.test(word))
  if (words.length === 0) return sql`${name} ilike ${likePattern(search)}`
  const conditions = words.slice(0, MAX_WORDS).map((word) => {
    const found = sql`${text} like any (word_patterns(${word}))`
    // `ada@` is the whole of a mailbox's name.
    return word.includes("@") ? sql`(${found} and ${name} ilike ${likePattern(word)})` : found
  })
  const all = sql<boolean>`(${sql.join(conditions, sql` and `)})`
  return isTelephone(search) ? sql`(${all} or ${text} like any (telephone_patterns(${search})))` : all
}

function isTelephone(search: string): boolean {
  return /^[\p{Nd}\s()+./\p{Pd}]+$/u.test(search)
}
