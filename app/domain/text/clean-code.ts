/** Direction marks, zero-width characters, variation selectors, soft hyphens and the like (Unicode, DerivedCoreProperties.txt) */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu
const SPACE = /\p{Zs}/gu
/** Unicode, Halfwidth and Fullwidth Forms: `！` to `～` in the order of ASCII */
const FULL_WIDTH = /[\uff01-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0
const DIGIT = /\p{Nd}/u
const FOREIGN_DIGITS = /(?![0-9])\p{Nd}/gu

/**
 * Removes what is copied along with a value that is parsed or compared, such as a code, an address or a number:
 * invisible characters, and spaces around it. Full-width characters and spaces of all kinds become those of ASCII.
 */
export function cleanCode(text: string): string {
  return text
    .replace(INVISIBLE, "")
    .replace(SPACE, " ")
    .replace(FULL_WIDTH, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH_OFFSET))
    .trim()
}

/** Also writes the digits of all scripts as those of ASCII. */
export function cleanNumber(text: string): string {
  return cleanCode(text).replace(FOREIGN_DIGITS, digitOf)
}

/** For telephone numbers and post codes, where office programs put dashes of all kinds between the groups */
export function cleanGroups(text: string): string {
  return cleanNumber(text).replace(/\p{Pd}/gu, "-")
}

const digits = new Map<string, string>()

/** Digits of a script follow one another from 0 to 9 (Unicode Standard, 4.6). */
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

/** Not what joins or varies the letters of a script, such as a Persian word's or an emoji's */
const BARE_INVISIBLE = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{Default_Ignorable_Code_Point}/gu

/** Cleans what is searched for, which may be a code or words. */
export function cleanSearch(text: string): string {
  const cleaned = cleanCode(text)
  if (/^[\0-\x7f]*$/.test(cleaned)) return cleaned
  return text.replace(BARE_INVISIBLE, "").replace(SPACE, " ").trim()
}
