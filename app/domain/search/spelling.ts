export interface VocabularyWord {
  word: string
  /** `null` for a stop word, such as "the" */
  stem: string | null
  /** The number of its occurrences, which decides between equally near words */
  weight: number
}

/** Only long words may have two mistakes. */
const LONG_WORD = 8
const MAX_CANDIDATES = 4

export function findCorrections(typed: string, candidates: readonly VocabularyWord[]): VocabularyWord[] {
  const maxDistance = typed.length >= LONG_WORD ? 2 : 1
  return candidates
    .map((candidate) => ({
      candidate,
      slips: isIrregularPlural(typed, candidate.word) ? 1 : editDistance(typed, candidate.word),
    }))
    .filter(({ candidate, slips }) => slips > 0 && slips <= maxDistance && candidate.word.length > 2)
    .sort(
      (a, b) =>
        a.slips - b.slips ||
        Number(b.candidate.word[0] === typed[0]) - Number(a.candidate.word[0] === typed[0]) ||
        b.candidate.weight - a.candidate.weight ||
        a.candidate.word.localeCompare(b.candidate.word),
    )
    .filter(({ slips }, _, [best]) => slips === best?.slips)
    .slice(0, MAX_CANDIDATES)
    .map(({ candidate }) => candidate)
}

/** Allows one mistake in the text typed so far. */
export function findMisspeltBeginnings(typed: string, candidates: readonly VocabularyWord[]): VocabularyWord[] {
  const lengths = [typed.length - 1, typed.length, typed.length + 1]
  return candidates.filter(({ word }) => lengths.some((length) => editDistance(typed, word.slice(0, length)) === 1))
}

/** Plurals such as shelves of shelf, which stems do not cover */
function isIrregularPlural(typed: string, singular: string): boolean {
  return typed.endsWith("ves") && [`${typed.slice(0, -3)}f`, `${typed.slice(0, -3)}fe`].includes(singular)
}

/** Counts letters that were dropped, added, replaced or swapped with a neighbour (Damerau). */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? at(beforeLast, column - 2) + 1
          : Number.POSITIVE_INFINITY
      current[column] = Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped)
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Number.POSITIVE_INFINITY
}
