import { type KnownWord, likelyMeant } from "./spelling"

/** One word of a keyword and what the catalogue's vocabulary knows of it. */
export interface TypedWord {
  word: string
  /** Null for a word too common to mean anything, such as "the". */
  stem: string | null
  /** Some product has this very word, in any of its forms. */
  known: boolean
  /** Some product has a word that begins like it. */
  begins: boolean
  /** Words of the vocabulary that look like it. */
  alike: KnownWord[]
  /** The ways to cut it into two words of the vocabulary. */
  halves: [left: KnownWord, right: KnownWord][]
  /** The word it makes together with the next one. */
  joined: KnownWord | null
}

/** A keyword as queries on stems (`tsquery` texts), the narrower ones within the wider. */
export interface SearchQuery {
  /** Every word as it was typed; null when some word cannot be found like that. */
  exact: string | null
  /** Every word as it was typed or as the beginning of a word. */
  begins: string | null
  /** The same with typing mistakes forgiven: what the list holds. */
  full: string
  /** How the keyword was understood when it cannot be found as it was typed. */
  corrected: string | null
}

/** Below this length a word that is the beginning of another is not suspected of a typing mistake. */
const SUSPICIOUS_LENGTH = 4

/**
 * The query of a keyword. Only words that are not in the catalogue are suspected of a typing mistake, unless `relaxed`:
 * then all are, because their combination found nothing.
 * @returns null when there is no word to look for
 */
export function buildQuery(typed: readonly TypedWord[], { relaxed }: { relaxed: boolean }): SearchQuery | null {
  const words = typed.filter(isMeaningful)
  const full = fullQuery(typed, relaxed)
  if (words.length === 0 || full === null) return beginningOfCommonWord(typed)
  const findable = words.every((word) => word.known || word.begins)
  return {
    exact: words.every((word) => word.known) ? words.map((word) => quote(word.stem)).join(" & ") : null,
    begins: findable ? words.map(beginning).join(" & ") : null,
    full,
    corrected: findable ? null : spellOut(typed),
  }
}

/** The words of a keyword that the catalogue has, or what was probably meant: a better keyword when nothing was found. */
export function betterKeyword(typed: readonly TypedWord[]): string | null {
  const words = typed.filter(isMeaningful).flatMap((word) => (word.known ? [word.word] : (bestReading(word) ?? [])))
  return words.length === 0 ? null : words.join(" ")
}

/** Each word, or what was probably meant by it, by itself: for what comes nearest to a keyword that finds nothing. */
export function singleTerms(typed: readonly TypedWord[]): string[] {
  return typed.filter(isMeaningful).flatMap((word) => (word.known ? [quote(word.stem)] : corrections(word)))
}

type MeaningfulWord = TypedWord & { stem: string }

function isMeaningful(word: TypedWord): word is MeaningfulWord {
  return word.stem !== null
}

/** Nothing but words too common to mean anything: the last one may be the beginning of a word that is not. */
function beginningOfCommonWord(typed: readonly TypedWord[]): SearchQuery | null {
  const last = typed.at(-1)
  if (!last) return null
  const begins = `${quote(last.word)}:*`
  return { exact: quote(last.word), begins, full: begins, corrected: null }
}

/** Null when no word means anything. */
function fullQuery(typed: readonly TypedWord[], relaxed: boolean): string | null {
  const groups: string[] = []
  for (let index = 0; index < typed.length; index++) {
    const word = typed[index] as TypedWord
    const terms = [termOf(word, relaxed)]
    if (word.joined?.stem) {
      terms.push(termOf(typed[++index] as TypedWord, relaxed))
      const apart = terms.filter((term) => term !== null)
      groups.push(either([...(apart.length > 0 ? [together(apart)] : []), quote(word.joined.stem)]))
    } else if (terms[0]) {
      groups.push(terms[0])
    }
  }
  return groups.length > 0 ? groups.join(" & ") : null
}

/** The word as it was typed or as it was probably meant; null when that means nothing. */
function termOf(word: TypedWord, relaxed: boolean): string | null {
  if (!isMeaningful(word)) return null
  const suspected = relaxed || !(word.known || (word.begins && word.word.length < SUSPICIOUS_LENGTH))
  if (!suspected) return beginning(word)
  const [meant] = likelyMeant(word.word, word.alike)
  if (meant?.stem === null && (relaxed || !word.begins)) return null
  return either([beginning(word), ...corrections(word)])
}

function corrections(word: TypedWord): string[] {
  const alike = likelyMeant(word.word, word.alike).flatMap(({ stem }) => (stem === null ? [] : [quote(stem)]))
  const apart = word.halves.map((halves) =>
    together(halves.flatMap(({ stem }) => (stem === null ? [] : [quote(stem)]))),
  )
  return [...new Set([...alike, ...apart])]
}

function spellOut(typed: readonly TypedWord[]): string | null {
  const read: string[] = []
  for (let index = 0; index < typed.length; index++) {
    const word = typed[index] as TypedWord
    if (word.joined) {
      read.push(word.joined.word)
      index++
      continue
    }
    const reading = !isMeaningful(word) || word.known || word.begins ? [word.word] : bestReading(word)
    if (!reading) return null
    read.push(...reading)
  }
  return read.join(" ")
}

function bestReading(word: TypedWord): string[] | null {
  const [meant] = likelyMeant(word.word, word.alike)
  if (meant) return [meant.word]
  return word.halves[0]?.map((half) => half.word) ?? null
}

/** A single letter begins too many words to mean any. */
function beginning({ stem }: MeaningfulWord): string {
  return [...stem].length > 1 ? `${quote(stem)}:*` : quote(stem)
}

function either(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" | ")})`
}

function together(terms: readonly string[]): string {
  return terms.length === 1 ? (terms[0] as string) : `(${terms.join(" & ")})`
}

/** Stems are letters and digits; the quotes are for the parser's peace of mind. */
function quote(stem: string): string {
  return `'${stem.replace(/['\\]/g, "")}'`
}
