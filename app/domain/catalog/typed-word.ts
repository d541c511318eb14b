import { type KnownWord, likelyMeant } from "./spelling"

/** One word of a keyword and what the catalogue's vocabulary knows of it. */
export interface TypedWord {
  word: string
  /** Null for a word too common to mean anything, such as "the". */
  stem: string | null
  /** The same as names have it, where every word means something. */
  name_stem: string
  /** Some product has this very word, in any of its forms. */
  known: boolean
  /** Some product has a word that begins like it. */
  begins: boolean
  /** The stems of all words that begin like it, if they are few; to look for them one by one is quicker. */
  begun: string[]
  /** Words of the vocabulary that look like it. */
  alike: KnownWord[]
  /** The ways to cut it into two words of the vocabulary. */
  halves: [left: KnownWord, right: KnownWord][]
  /** The word it makes together with the next one. */
  joined: KnownWord | null
}

export type MeaningfulWord = TypedWord & { stem: string }

export function isMeaningful(word: TypedWord): word is MeaningfulWord {
  return word.stem !== null
}

/** Below this length a word that is the beginning of another is not suspected of a typing mistake. */
const SUSPICIOUS_LENGTH = 4

/** The word as a `tsquery`, as it was typed or as it was probably meant; null when that means nothing. */
export function termOf(word: TypedWord, { relaxed }: { relaxed: boolean }): string | null {
  if (!isMeaningful(word)) return null
  const suspected = relaxed || !(word.known || (word.begins && word.word.length < SUSPICIOUS_LENGTH))
  if (!suspected) return beginning(word)
  const [meant] = likelyMeant(word.word, word.alike)
  if (meant?.stem === null && (relaxed || !word.begins)) return null
  return either([beginning(word), ...corrections(word)])
}

/** What was probably meant by a word that the catalogue does not have, as `tsquery` terms. */
export function corrections(word: TypedWord): string[] {
  const apart = word.halves.map((halves) => together(stemsOf(halves)))
  return [...new Set([...stemsOf(likelyMeant(word.word, word.alike)), ...apart])]
}

/** The same in letters: the likeliest word, or two where one was cut. */
export function bestReading(word: TypedWord): string[] | null {
  const [meant] = likelyMeant(word.word, word.alike)
  if (meant) return [meant.word]
  return word.halves[0]?.map((half) => half.word) ?? null
}

/** A single letter begins too many words to mean any. */
export function beginning({ stem, begun }: MeaningfulWord): string {
  if (begun.length > 0) return either(begun.map(quote))
  return [...stem].length > 1 ? `${quote(stem)}:*` : quote(stem)
}

export function stemsOf(words: readonly KnownWord[]): string[] {
  return words.flatMap(({ stem }) => (stem === null ? [] : [quote(stem)]))
}

export function either(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" | ")})`
}

export function together(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" & ")})`
}

/** Stems are letters and digits; the quotes are for the parser's peace of mind. */
export function quote(stem: string): string {
  return `'${stem.replace(/['\\]/g, "")}'`
}
