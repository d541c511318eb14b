import { findCorrections, type VocabularyWord } from "./spelling"

/** One word of a keyword and what the catalogue's vocabulary knows of it. */
export interface SearchToken {
  word: string
  /** Null for a word too common to mean anything, such as "the". */
  stem: string | null
  /** The same as names have it, where every word means something. */
  nameStem: string
  /** Some product has this very word, in any of its forms. */
  isKnown: boolean
  /** Some product has a word that begins like it. */
  hasPrefix: boolean
  /** The stems of all words that begin like it, if they are few; to look for them one by one is quicker. */
  prefixStems: string[]
  /** Words of the vocabulary that look like it. */
  similarWords: VocabularyWord[]
  /** The ways to cut it into two words of the vocabulary. */
  splits: [left: VocabularyWord, right: VocabularyWord][]
  /** The word it makes together with the next one. */
  compound: VocabularyWord | null
}

type MeaningfulToken = SearchToken & { stem: string }

export function isMeaningful(word: SearchToken): word is MeaningfulToken {
  return word.stem !== null
}

/** Below this length a word that is the beginning of another is not suspected of a typing mistake. */
const MIN_SUSPECTED_LENGTH = 4

/** The word as a `tsquery`, as it was typed or as it was probably meant; null when that means nothing. */
export function termOf(word: SearchToken, { relaxed }: { relaxed: boolean }): string | null {
  if (!isMeaningful(word)) return null
  const suspected = relaxed || !(word.isKnown || (word.hasPrefix && word.word.length < MIN_SUSPECTED_LENGTH))
  if (!suspected) return prefixTerm(word)
  const [meant] = findCorrections(word.word, word.similarWords)
  if (meant?.stem === null && (relaxed || !word.hasPrefix)) return null
  return orTerms([prefixTerm(word), ...corrections(word)])
}

/** What was probably meant by a word that the catalogue does not have, as `tsquery` terms. */
export function corrections(word: SearchToken): string[] {
  const apart = word.splits.map((halves) => andTerms(stemsOf(halves)))
  return [...new Set([...stemsOf(findCorrections(word.word, word.similarWords)), ...apart])]
}

/** The same in letters: the likeliest word, or two where one was cut. */
export function bestCorrection(word: SearchToken): string[] | null {
  const [meant] = findCorrections(word.word, word.similarWords)
  if (meant) return [meant.word]
  return word.splits[0]?.map((half) => half.word) ?? null
}

/** A single letter begins too many words to mean any. */
export function prefixTerm({ stem, prefixStems }: MeaningfulToken): string {
  if (prefixStems.length > 0) return orTerms(prefixStems.map(quote))
  return [...stem].length > 1 ? `${quote(stem)}:*` : quote(stem)
}

export function stemsOf(words: readonly VocabularyWord[]): string[] {
  return words.flatMap(({ stem }) => (stem === null ? [] : [quote(stem)]))
}

export function orTerms(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" | ")})`
}

export function andTerms(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" & ")})`
}

/** A stem or a sign as a `tsquery` term. */
export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, "$&$&")}'`
}
