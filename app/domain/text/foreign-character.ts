import { nameOfInvisible } from "./line-of-text"

/** The length of text that is searched for the character; the schema, which may run later, limits the text. */
const MAX_LOOKED_AT = 1_000

/**
 * Appends the first character that cannot be used, and its position, to a sentence.
 * @param allowed matches one character
 */
export function withForeignCharacter(sentence: string, text: string, allowed: RegExp): string {
  const characters = [...text.slice(0, MAX_LOOKED_AT)]
  const at = characters.findIndex((character) => !allowed.test(character))
  return at === -1 ? sentence : `${sentence}: ${describeCharacter(characters, at)} cannot be used`
}

/** A text such as `the 5th character, “‚”,` */
export function describeCharacter(characters: readonly string[], at: number): string {
  return `the ${ordinal(at + 1)} character, ${nameOf(characters[at] ?? "")},`
}

function nameOf(character: string): string {
  if (/^\p{Zs}$/u.test(character)) return "a space"
  // A combining mark is shown on the circle that Unicode has for this.
  if (/^\p{M}$/u.test(character)) return `“◌${character}”`
  return /^[\p{C}\p{Z}]$/u.test(character) ? nameOfInvisible(character) : `“${character}”`
}

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")
  return `${number}${ending}`
}
