/** Direction marks, zero-width characters, variation selectors, soft hyphens and the like (Unicode, DerivedCoreProperties.txt) */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACE = /\p{Zs}/gu
/** Unicode, Halfwidth and Fullwidth Forms: `！` to `～` in the order of ASCII */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0
const DIGIT = /\p{Nd}/u
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu

/**
 * Removes invisible characters and surrounding spaces that are copied along with a value that is parsed or compared,
 * such as a code, an address or a number. Full-width characters and spaces of all kinds become ASCII.
 */
export function cleanCode(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(SPACE, " ")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim()
}

/** Also converts the digits of all scripts to ASCII. */
export function cleanNumber(text: string): string {
  return cleanCode(text).replace(FOREIGN_DIGITS, digitOf)
}

/** For telephone numbers and post codes, where office programs put various dashes between the groups */
export function cleanGroups(text: string): string {
  return cleanNumber(text).replace(/\p{Pd}/gu, "-")
}

const digits = new Map<string, string>()

/** Digits of a script are consecutive from 0 to 9 (Unicode Standard, 4.6). */
function digitOf(sign: string): string {
  let digit = digits.get(sign)
  if (digit === undefined) {
    const code = sign.codePointAt(0) ?? 0
    let zero = code
    while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
    digit = String((code - zero) % 10)
    digits.set(sign, digit)
  }
  return digit
}

/** Excludes characters that join or vary letters, as in a Persian word or an emoji */
const BARE_INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu

/** Cleans a search term, which may be a code or words. */
export function cleanSearch(text: string): string {
  const cleaned = cleanCode(text)
  if (/^[\0-\x7f]*$/.test(cleaned)) return cleaned
  return text.replace(BARE_INVISIBLE, "").replace(SPACE, " ").trim()
}
