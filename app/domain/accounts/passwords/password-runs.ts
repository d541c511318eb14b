/** The neighbours of each key in a fixed order of directions, as in zxcvbn. */
type AdjacencyGraph = Record<string, readonly (string | null)[]>

/** The directions from one key to the next, by keyboard: `qwertz 3`. */
export type KeySteps = ReadonlyMap<string, ReadonlySet<string>>

export function keyStepsOf(keyboards: Record<string, AdjacencyGraph>): KeySteps {
  const steps = new Map<string, Set<string>>()
  for (const [keyboard, graph] of Object.entries(keyboards)) {
    for (const [key, neighbours] of Object.entries(graph)) {
      for (const [direction, characters] of neighbours.entries()) {
        for (const character of characters ?? "") {
          const pair = `${key} ${character}`.toLowerCase()
          steps.set(pair, (steps.get(pair) ?? new Set()).add(`${keyboard} ${direction}`))
        }
      }
    }
  }
  return steps
}

const MIN_RUN_LENGTH = 3
const PERIODS = [1, 2, 3, 4]
const MIN_PIECES = 3
const CHARACTERS_PER_PIECE = 3
/** Punctuation or digits at the end, as in `2026!!` */
export const MAX_AFFIX_LENGTH = 6
const MIN_LENGTH_WITHOUT_AFFIX = 8

/** Returns whether a lower-case text consists of runs: `aaaaaaab`, `qwertzui2026!`, `1234poiu`, `ababababx`. */
export function isMadeOfRuns(text: string, keySteps: KeySteps): boolean {
  const characters = [...text]
  const mostPieces = (length: number) => Math.max(MIN_PIECES, Math.ceil(length / CHARACTERS_PER_PIECE))
  const tooMany = mostPieces(characters.length) + MAX_AFFIX_LENGTH + 1
  const pieces: string[] = []
  for (let start = 0; start < characters.length; ) {
    if (pieces.length === tooMany) return false
    const length = runLength(characters, start, keySteps)
    pieces.push(characters.slice(start, start + length).join(""))
    start += length
  }
  const affix = affixLength(pieces, Math.min(MAX_AFFIX_LENGTH, characters.length - MIN_LENGTH_WITHOUT_AFFIX))
  return pieces.length - affix <= mostPieces(characters.length - affix)
}

function affixLength(pieces: readonly string[], most: number): number {
  const isAffix = (piece: string) => /^\P{L}$/u.test(piece)
  const first = pieces.findIndex((piece) => !isAffix(piece))
  const last = pieces.findLastIndex((piece) => !isAffix(piece))
  return Math.max(0, Math.min(most, first + pieces.length - 1 - last))
}

function runLength(characters: readonly string[], start: number, keySteps: KeySteps): number {
  const longest = Math.max(
    walkLength(characters, start, 1, keySteps),
    alternatingLength(characters, start, keySteps),
    ...PERIODS.map((period) => repeatLength(characters, start, period)),
  )
  return longest < MIN_RUN_LENGTH ? 1 : longest
}

function walkLength(characters: readonly string[], start: number, stride: number, keySteps: KeySteps): number {
  const directionsAfter = (length: number) => {
    const last = start + (length - 1) * stride
    return directionsOf(characters[last], characters[last + stride], keySteps)
  }
  let length = 1
  let directions = directionsAfter(length)
  while (directions.length > 0) {
    length++
    const next = new Set(directionsAfter(length))
    directions = directions.filter((direction) => next.has(direction))
  }
  return length
}

/** Matches two alternating walks, such as `1q2w3e4r` or `a1b2c3d4`. */
function alternatingLength(characters: readonly string[], start: number, keySteps: KeySteps): number {
  const shorter = Math.min(walkLength(characters, start, 2, keySteps), walkLength(characters, start + 1, 2, keySteps))
  return shorter < MIN_RUN_LENGTH ? 0 : 2 * shorter
}

function directionsOf(from: string | undefined, to: string | undefined, keySteps: KeySteps): string[] {
  if (from === undefined || to === undefined) return []
  const distance = (to.codePointAt(0) ?? 0) - (from.codePointAt(0) ?? 0)
  const alphabet = Math.abs(distance) === 1 ? [`alphabet ${distance}`] : []
  return [...alphabet, ...(keySteps.get(`${from} ${to}`) ?? [])]
}

function repeatLength(characters: readonly string[], start: number, period: number): number {
  let end = start + period
  while (end < characters.length && characters[end] === characters[end - period]) end++
  return end - start >= 2 * period ? end - start : 0
}
