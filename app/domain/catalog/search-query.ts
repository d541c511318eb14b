import type { KnownWord } from "./spelling"
import {
  beginning,
  bestReading,
  corrections,
  either,
  isMeaningful,
  quote,
  stemsOf,
  type TypedWord,
  termOf,
  together,
} from "./typed-word"

/** A keyword as queries on stems (`tsquery` texts), the narrower ones within the wider. */
export interface SearchQuery {
  /** Every word as it was typed, those that are too common to be looked for included; null when none of them is. */
  literal: string | null
  /** Every word as it was typed; null when some word cannot be found like that. */
  exact: string | null
  /** Every word as it was typed or as the beginning of a word. */
  begins: string | null
  /** The same with typing mistakes forgiven: what the list holds. */
  full: string
  /** How the keyword was understood when it cannot be found as it was typed. */
  corrected: string | null
}

interface Doubt {
  /** Every word is suspected of a typing mistake, because their combination found nothing. */
  relaxed: boolean
}

/**
 * The query of a keyword. Unless `relaxed`, only words that are not in the catalogue are suspected of a typing mistake.
 * @returns null when there is no word to look for
 */
export function buildQuery(typed: readonly TypedWord[], doubt: Doubt): SearchQuery | null {
  const words = typed.filter(isMeaningful)
  const full = fullQuery(typed, doubt)
  if (words.length === 0 || full === null) return beginningOfCommonWord(typed)
  const findable = words.every((word) => word.known || word.begins)
  const allKnown = words.every((word) => word.known)
  return {
    literal: allKnown && words.length < typed.length ? typed.map((word) => quote(word.name_stem)).join(" & ") : null,
    exact: allKnown ? words.map((word) => quote(word.stem)).join(" & ") : null,
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

/**
 * The names that the completions of the last word make together with the words before it; without a completion, with
 * what was probably meant by it. Null when there is nothing to look for.
 */
export function completionQuery(typed: readonly TypedWord[], completions: readonly KnownWord[]): string | null {
  const last = typed.at(-1)
  if (!last) return null
  const ends = [...new Set(completions.length > 0 ? stemsOf(completions) : corrections(last))]
  if (ends.length === 0) return null
  const before = typed.slice(0, -1).flatMap((word) => {
    if (!isMeaningful(word)) return []
    return word.known ? [quote(word.stem)] : [either([beginning(word), ...corrections(word)])]
  })
  return [...before, either(ends)].join(" & ")
}

/** Nothing but words too common to mean anything: the last one may be the beginning of a word that is not. */
function beginningOfCommonWord(typed: readonly TypedWord[]): SearchQuery | null {
  const last = typed.at(-1)
  if (!last) return null
  const begins = beginning({ ...last, stem: last.name_stem })
  return { literal: null, exact: quote(last.name_stem), begins, full: begins, corrected: null }
}

/** Null when no word means anything. */
function fullQuery(typed: readonly TypedWord[], doubt: Doubt): string | null {
  const groups = pairUp(typed).flatMap(([word, next]) => {
    const term = termOf(word, doubt)
    if (!next || !word.joined?.stem) return term ? [term] : []
    const apart = [term, termOf(next, doubt)].filter((part) => part !== null)
    return [either([...(apart.length > 0 ? [together(apart)] : []), quote(word.joined.stem)])]
  })
  return groups.length > 0 ? groups.join(" & ") : null
}

function spellOut(typed: readonly TypedWord[]): string | null {
  const read = pairUp(typed).map(([word]) => {
    if (word.joined) return [word.joined.word]
    return !isMeaningful(word) || word.known || word.begins ? [word.word] : bestReading(word)
  })
  return read.some((words) => words === null) ? null : read.flat().join(" ")
}

/** The words one by one, or two by two where they make one together. */
function pairUp(typed: readonly TypedWord[]): [word: TypedWord, next: TypedWord | null][] {
  const pairs: [TypedWord, TypedWord | null][] = []
  for (let index = 0; index < typed.length; index++) {
    const word = typed[index] as TypedWord
    pairs.push([word, word.joined ? (typed[++index] ?? null) : null])
  }
  return pairs
}
