/** Encodings that files are read in, with their names for people */
const names = {
  "utf-8": "UTF-8",
  "utf-16le": "UTF-16",
  "utf-16be": "UTF-16 (big-endian)",
  "windows-1252": "Windows-1252 (Western European)",
  "windows-1250": "Windows-1250 (Central European)",
  "windows-1251": "Windows-1251 (Cyrillic)",
  macintosh: "Mac OS Roman",
  shift_jis: "Shift_JIS (Japanese)",
}
export type TextEncoding = keyof typeof names

export const encodingName = (encoding: TextEncoding): string => names[encoding]

const WINDOWS_1252_FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ"

/** Returns a function that decodes the next bytes, and without bytes the end. */
export function textDecoder(encoding: TextEncoding): (bytes?: Uint8Array) => string {
  const decoder = new TextDecoder(encoding)
  return (bytes) => {
    const text = decoder.decode(bytes, { stream: bytes !== undefined })
    // Node reads these bytes as Latin-1 in some of its versions.
    if (encoding !== "windows-1252") return text
    return text.replaceAll(/[\u0080-\u009f]/g, (sign) => WINDOWS_1252_FROM_80.charAt(sign.charCodeAt(0) - 0x80))
  }
}

/** Letters beyond ASCII of the languages that are written with each code page */
const alphabets: readonly [TextEncoding, ...string[]][] = [
  ["windows-1252", "äöüß", "àâæçèéêëîïôœùûü", "áéíñóúü¿¡ºª", "àèéìíîòóù", "áàâãçéêíóôõúü", "éëïöüèó", "åäöéàæøü"],
  ["windows-1250", "ąćęłńóśźż", "áäčďéěíľĺňóôřŕšťúůýž", "áéíóöőúüű", "čćđšž", "ăâîşţ"],
  ["windows-1251", "абвгдежзийклмнопрстуфхцчшщъыьэюяёієїґў"],
  ["macintosh", "äöüß", "àâæçèéêëîïôœùûü", "áéíñóúü¿¡ºª", "àèéìíîòóù", "áàâãçéêíóôõúü", "åäöéàæøü"],
]

/** Signs that every language uses */
const COMMON_SIGNS = new Set("€‚„…†•–—‘’“”™©®°±²³·¼½¾×÷§£¥«»‹›´\u00a0")

const isAscii = (sign: string) => sign < "\u0080"

/**
 * Returns the encoding of a text with these bytes that is not Unicode, by the share of signs that words of a language
 * have; null if none has most.
 */
export function guessCodePage(sample: Uint8Array): TextEncoding | null {
  if (isJapanese(sample)) return "shift_jis"
  let best: { encoding: TextEncoding; share: number } | null = null
  for (const [encoding, ...languages] of alphabets) {
    const text = textDecoder(encoding)(sample)
    for (const letters of languages) {
      const share = shareOf(new Set(letters), text, encoding === "windows-1251")
      if (share > (best?.share ?? 0.5)) best = { encoding, share }
    }
  }
  return best?.encoding ?? null
}

/** Cyrillic and Latin letters are not mixed in a word, and no word has a capital after a small letter. */
function shareOf(letters: ReadonlySet<string>, text: string, isCyrillic: boolean): number {
  let [known, all] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isAscii(sign)) continue
    all++
    const isInWord = isLatin(text, at - 1) && isLatin(text, at + 1)
    if (COMMON_SIGNS.has(sign)) known += isInWord && sign !== "’" ? 0 : 1
    else if (!letters.has(sign.toLowerCase())) continue
    else if (isCyrillic ? !isLatin(text, at - 1) && !isLatin(text, at + 1) : isSmall(sign) || !isLatin(text, at - 1))
      known++
  }
  return all === 0 ? 0 : known / all
}

const isSmall = (sign: string) => sign === sign.toLowerCase()
const isLatin = (text: string, at: number) => /[a-z]/.test(text.charAt(at))

/** Most Japanese texts have more kana than other signs; in other languages their bytes are rare. */
function isJapanese(sample: Uint8Array): boolean {
  const text = textDecoder("shift_jis")(sample)
  let [kana, all, broken] = [0, 0, 0]
  for (const sign of text) {
    if (isAscii(sign)) continue
    all++
    if (sign >= "\u3041" && sign <= "\u30ff") kana++
    else if (sign === "\ufffd") broken++
  }
  return kana / all > 0.2 && broken / all < 0.02
}

/** Returns the encoding that the first bytes state, or show by the places of their zeros. */
export function unicodeOf(start: Uint8Array): TextEncoding | null {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return "utf-16le"
  if (first === 0xfe && second === 0xff) return "utf-16be"
  const zeros = [0, 0]
  for (const [place, byte] of start.entries()) if (byte === 0) zeros[place % 2] = (zeros[place % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = start.length / 50
  if (odd > many && even < odd / 20) return "utf-16le"
  if (even > many && odd < even / 20) return "utf-16be"
  return null
}
