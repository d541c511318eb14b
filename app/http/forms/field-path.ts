/** The steps of a field's name: `kept[0].alt` has three, and `tags[]` ends in an empty one. */
export type FieldPath = readonly (string | number)[]

/** In characters, of the longest name that any field of the shop could have. */
export const LONGEST_NAME = 100
const DEEPEST = 5
/** A list has no more places than a form may have fields. */
const LAST_INDEX = 499

const STEP = /\.?([^.[\]]+)|\[(\d{0,4})\]/y

/**
 * A sender's name for a field taken apart, before anything is built of it; null for what is no name of a field: too
 * long, too deep, an index out of reach, or not made of words, dots and numbers in brackets.
 */
export function parseFieldPath(name: string): FieldPath | null {
  if (name.length > LONGEST_NAME || /^[.[]/.test(name)) return null
  const path: (string | number)[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < name.length) {
    const [, word, index] = STEP.exec(name) ?? []
    const step = word ?? (index === "" ? "" : Number(index))
    if (word === undefined && index === undefined) return null
    if (typeof step === "number" && step > LAST_INDEX) return null
    if (path.push(step) > DEEPEST) return null
  }
  return path.length > 0 ? path : null
}

/** The name of a path, as the page that shows the field spells it. */
export function formatFieldPath(path: FieldPath): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === "number") return `${name}[${step}]`
    return name === "" ? step : `${name}.${step}`
  }, "")
}
