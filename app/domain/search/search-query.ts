import { textKey } from "~/domain/text/text-key"
import {
  allTerms,
  anyTerm,
  bestCorrection,
  corrections,
  isMeaningful,
  joinWords,
  prefixTerm,
  quote,
  type SearchToken,
  stemsOf,
  termOf,
} from "./search-token"
import type { VocabularyWord } from "./spelling"

/** `tsquery` texts on stems, each within the next */
export interface SearchQuery {
  /** Every word as typed, stop words included; `null` if the catalogue lacks them */
  literal: string | null
  exact: string | null
  prefix: string | null
  /** With typing mistakes corrected, as the list uses it */
  tolerant: string
  /** One letter is a prefix in nearly every text, so a name must have a word with it, if any has. */
  names: string | null
  corrected: string | null
  words: string | null
}

interface QueryOptions {
  /** Corrects known words as well, because the combination found nothing. */
  relaxed: boolean
}

export function buildQuery(typed: readonly SearchToken[], options: QueryOptions): SearchQuery | null {
  const tokens = withBeginning(typed, options)
  const words = tokens.filter(isMeaningful)
  const tolerant = tolerantQuery(tokens, options)
  if (words.length === 0 || tolerant === null) return stopWordQuery(tokens)
  const findable = words.every((word) => word.isKnown || word.hasPrefix)
  const allKnown = words.every((word) => word.isKnown)
  return {
    literal: allKnown && words.length < tokens.length ? tokens.map((word) => quote(word.nameStem)).join(" & ") : null,
    exact: allKnown ? words.map((word) => quote(word.stem)).join(" & ") : null,
    prefix: findable ? words.map(prefixTerm).join(" & ") : null,
    tolerant,
    names: namesQuery(tokens.at(-1)),
    corrected: findable ? null : correctedKeyword(tokens),
    words: allKnown ? [...new Set(joinWords(words).split(" "))].join(" ") : null,
  }
}

/** The "c" of "vitamin c" is a word as long as it has results; the "w" of "walnut w", or alone, is a prefix. */
function withBeginning(tokens: readonly SearchToken[], { relaxed }: QueryOptions): readonly SearchToken[] {
  return tokens.map((token, index) => {
    const isLetter = index === tokens.length - 1 && token.repeated === null && [...token.word].length === 1
    const isBeginning = isLetter && (index === 0 || (isMeaningful(token) && (relaxed || !token.isKnown)))
    return isBeginning ? { ...token, begins: relaxed ? "texts" : "names" } : token
  })
}

function namesQuery(last: SearchToken | undefined): string | null {
  return last?.begins === "names" ? prefixTerm({ ...last, stem: last.nameStem }) : null
}

export function symbolQuery(symbols: readonly string[]): SearchQuery | null {
  if (symbols.length === 0) return null
  const all = symbols.map(quote).join(" & ")
  return { literal: null, exact: all, prefix: null, tolerant: all, names: null, corrected: null, words: null }
}

/** Shorter words must match completely. */
const MIN_SKU_BEGINNING = 3

/** Matches a SKU or its prefix. */
export function skuTerm(keyword: string): string {
  const sku = quote(`sku:${textKey(keyword)}`)
  return [...keyword].length < MIN_SKU_BEGINNING ? sku : `${sku}:*`
}

/** A known SKU is searched for in addition to words of the catalogue, and instead of corrections. */
export function withSku(search: SearchQuery | null, sku: string): SearchQuery {
  if (search?.prefix && !search.names) return { ...search, tolerant: anyTerm([search.tolerant, sku]) }
  return { literal: null, exact: sku, prefix: null, tolerant: sku, names: null, corrected: null, words: null }
}

export function suggestKeyword(tokens: readonly SearchToken[]): string | null {
  const words = tokens.filter(isMeaningful).flatMap((token) => {
    const word = token.isKnown ? token.word : bestCorrection(token)
    return word === null ? [] : [{ ...token, word }]
  })
  return words.length === 0 ? null : joinWords(words)
}

export function singleTerms(tokens: readonly SearchToken[]): string[] {
  return tokens.filter(isMeaningful).flatMap((word) => (word.isKnown ? [quote(word.stem)] : corrections(word)))
}

/** Completes or corrects the last word, or joins it with the one before; `null` without a word to search for. */
export function completionQuery(tokens: readonly SearchToken[], completions: readonly VocabularyWord[]): string | null {
  const last = tokens.at(-1)
  if (!last) return null
  const isPiece = last.repeated !== null
  const own = last.isKnown && isMeaningful(last) ? [isPiece ? prefixTerm(last) : quote(last.stem)] : []
  const ends = [...new Set([...own, ...(completions.length > 0 ? stemsOf(completions) : corrections(last))])]
  const compound = tokens.at(-2)?.compound?.stem
  const before = tokens.slice(0, compound ? -2 : -1).flatMap(termsBefore)
  const apart = compound ? tokens.slice(-2, -1).flatMap(termsBefore) : []
  const choices = [
    ...(ends.length > 0 ? [allTerms([...apart, anyTerm(ends)])] : []),
    ...(compound ? [quote(compound)] : []),
  ]
  return choices.length > 0 ? [...before, anyTerm(choices)].join(" & ") : null
}

function termsBefore(word: SearchToken): string[] {
  if (!isMeaningful(word)) return []
  return word.isKnown ? [quote(word.stem)] : [anyTerm([prefixTerm(word), ...corrections(word)])]
}

/** The last stop word may be the prefix of another word. */
function stopWordQuery(tokens: readonly SearchToken[]): SearchQuery | null {
  const last = tokens.at(-1)
  if (!last) return null
  const prefix = prefixTerm({ ...last, stem: last.nameStem })
  const exact = quote(last.nameStem)
  return { literal: null, exact, prefix, tolerant: prefix, names: namesQuery(last), corrected: null, words: null }
}

function tolerantQuery(tokens: readonly SearchToken[], options: QueryOptions): string | null {
  const groups = pairCompounds(tokens).flatMap(([word, next]) => {
    const term = termOf(word, options)
    if (!next || !word.compound?.stem) return term ? [term] : []
    const apart = [term, termOf(next, options)].filter((part) => part !== null)
    return [anyTerm([...(apart.length > 0 ? [allTerms(apart)] : []), quote(word.compound.stem)])]
  })
  return groups.length > 0 ? groups.join(" & ") : null
}

function correctedKeyword(tokens: readonly SearchToken[]): string | null {
  const read = pairCompounds(tokens).map(([token]) => {
    const isCorrect = !isMeaningful(token) || token.isKnown || token.hasPrefix
    const word = token.compound?.word ?? (isCorrect ? token.word : bestCorrection(token))
    return word === null ? null : { ...token, word }
  })
  return read.every((token) => token !== null) ? joinWords(read) : null
}

function pairCompounds(tokens: readonly SearchToken[]): [word: SearchToken, next: SearchToken | null][] {
  const pairs: [SearchToken, SearchToken | null][] = []
  for (let index = 0; index < tokens.length; index++) {
    const word = tokens[index] as SearchToken
    pairs.push([word, word.compound ? (tokens[++index] ?? null) : null])
  }
  return pairs
}
