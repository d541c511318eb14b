import { nameOfInvisible } from "./line-of-text"

/** A character is looked for among as many; a text is bounded by its schema, which may come later. */
const MAX_LOOKED_AT = 1_000

/**
 * Appends which character of a text cannot be used, and where it is, to a sentence.
 * @param allowed matches one character
 */
export function withForeignCharacter(sentence: string, text: string, allowed: RegExp): string {
  const characters = [...text.slice(0, MAX_LOOKED_AT)]
  const at = characters.findIndex((character) => !allowed.test(character))
  return at === -1 ? sentence : `${sentence}: ${describeCharacter(characters, at)} cannot be used`
}

/** Such as `the 5th character, “‚”,` */
export function describeCharacter(characters: readonly string[], at: number): string {
  return `the ${ordinal(at + 1)} character, ${nameOf(characters[at] ?? "")},`
}

function nameOf(character: string): string {
  if (/^\p{Zs}$/u.test(character)) return "a space"
  // A mark stands on the character before it, and here on a circle that Unicode has for this.
  if (/^\p{M}$/u.test(character)) return `“◌${character}”`
  return /^[\p{C}\p{Z}]$/u.test(character) ? nameOfInvisible(character) : `“${character}”`
}

function ordinal(number: number): string {
  const isTeen = Math.floor(number / 10) % 10 === 1
  const ending = isTeen ? "th" : (["th", "st", "nd", "rd"][number % 10] ?? "th")
  return `${number}${ending}`
}
