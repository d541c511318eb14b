import { findCorrections, type VocabularyWord } from "./spelling"

export interface SearchToken {
  word: string
  /** For two letters in a text without spaces, the end of the two before them, `""` for the first; `null` for a word */
  repeated: string | null
  /** `null` for a stop word, such as "the" */
  stem: string | null
  /** The stem as in names, which have no stop words */
  nameStem: string
  /** Whether a product has this word in any of its forms; assumed in scripts without spaces */
  isKnown: boolean
  hasPrefix: boolean
  /** Whether the letter may be a prefix; otherwise it is a complete word. */
  begins?: "names" | "texts"
  /** The stems of all words with this prefix, if they are few, because searching for each is faster */
  prefixStems: string[]
  similarWords: VocabularyWord[]
  splits: [left: VocabularyWord, right: VocabularyWord][]
  compound: VocabularyWord | null
}

type MeaningfulToken = SearchToken & { stem: string }

export function isMeaningful(word: SearchToken): word is MeaningfulToken {
  return word.stem !== null
}

/** Joins texts without spaces again, and the letters of Korean syllables. */
export function joinWords(words: readonly Pick<SearchToken, "word" | "repeated">[]): string {
  const joined = words.reduce((text, { word, repeated }) => {
    if (text === "") return word
    return repeated && text.endsWith(repeated) ? text + word.slice(repeated.length) : `${text} ${word}`
  }, "")
  return joined.normalize()
}

/** Shorter prefixes are not corrected: one mistake could make them almost anything. */
export const MIN_SUSPECTED_LENGTH = 4

export function termOf(word: SearchToken, { relaxed }: { relaxed: boolean }): string | null {
  if (!isMeaningful(word)) return null
  const suspected = relaxed || !(word.isKnown || (word.hasPrefix && word.word.length < MIN_SUSPECTED_LENGTH))
  if (!suspected) return prefixTerm(word)
  const [meant] = findCorrections(word.word, word.similarWords)
  if (meant?.stem === null && (relaxed || !word.hasPrefix)) return null
  return anyTerm([prefixTerm(word), ...corrections(word)])
}

export function corrections(word: SearchToken): string[] {
  const apart = word.splits.map((halves) => allTerms(stemsOf(halves)))
  return [...new Set([...stemsOf(findCorrections(word.word, word.similarWords)), ...apart])]
}

export function bestCorrection(word: SearchToken): string | null {
  const [meant] = findCorrections(word.word, word.similarWords)
  return meant?.word ?? word.splits[0]?.map((half) => half.word).join(" ") ?? null
}

export function prefixTerm({ stem, prefixStems, begins }: MeaningfulToken): string {
  if (prefixStems.length > 0) return anyTerm(prefixStems.map(quote))
  if (begins === "names") return `${quote(stem)}:*`
  if ([...stem].length === 1 && !begins) return quote(stem)
  const label = LABELS.find((one) => one.startsWith(stem))
  return label ? anyTerm(termsBeside(label, stem)) : `${quote(stem)}:*`
}

/** The prefix of lexemes that are not words (`words_of` in 0057) */
const LABELS = ["sku:", "option:"]
const LETTERS = [..."abcdefghijklmnopqrstuvwxyz0123456789"]

/** Matches the stem as a prefix, but not the label. */
function termsBeside(label: string, stem: string): string[] {
  const next = label.charAt(stem.length)
  const others = LETTERS.filter((letter) => letter !== next).map((letter) => `${quote(stem + letter)}:*`)
  return [quote(stem), ...others, ...(next === ":" ? [] : termsBeside(label, stem + next))]
}

export function stemsOf(words: readonly VocabularyWord[]): string[] {
  return words.flatMap(({ stem }) => (stem === null ? [] : [quote(stem)]))
}

export function anyTerm(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" | ")})`
}

export function allTerms(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" & ")})`
}

export function quote(lexeme: string): string {
  return `'${lexeme.replace(/['\\]/g, "$&$&")}'`
}
