/** Endings of a noun, by the last sound of its last syllable: a consonant or a vowel */
const AFTER_CONSONANT = ["을", "은", "이", "과", "으로", "이랑"]
const AFTER_VOWEL = ["를", "는", "가", "와", "로", "랑"]
const AFTER_ANY = ["에서", "에게", "까지", "부터", "하고", "에", "의", "도", "만"]

/** An object particle; no noun ends with it after the right sound, as 마을 and 가을 do after a vowel. */
const OBJECT = ["을", "를"]

export interface Particle {
  typed: string
  noun: string
  /** Otherwise the word may itself be a noun, such as 목걸이. */
  isCertain: boolean
}

/** Words of Hangul between characters that are not letters */
export const KOREAN_WORD = /(?<![\p{L}\p{M}\p{N}])[가-힣]{2,40}(?![\p{L}\p{M}\p{N}])/gu

/** Returns the longest particle that the word may end with, and the noun before it. */
export function findParticle(typed: string): Particle | null {
  const endings = [...AFTER_CONSONANT, ...AFTER_VOWEL, ...AFTER_ANY].filter((one) => typed.endsWith(one))
  for (const particle of endings.sort((a, b) => b.length - a.length)) {
    const noun = typed.slice(0, -particle.length)
    const isCertain = OBJECT.includes(particle)
    if (noun.length >= (isCertain ? 1 : 2) && follows(noun, particle)) return { typed, noun, isCertain }
  }
  return null
}

function follows(noun: string, particle: string): boolean {
  const last = finalConsonant(noun)
  if (particle === "로") return last === 0 || last === RIEUL
  if (AFTER_ANY.includes(particle)) return true
  return AFTER_VOWEL.includes(particle) === (last === 0)
}

const FIRST_SYLLABLE = 0xac00
const FINAL_CONSONANTS = 28
const RIEUL = 8

/** The index of the final sound in Unicode's order of syllables, 0 for none */
function finalConsonant(word: string): number {
  return ((word.codePointAt(word.length - 1) ?? 0) - FIRST_SYLLABLE) % FINAL_CONSONANTS
}

/** Endings of sentences, objects and particles, which are not suggested */
export const KOREAN_ENDING = [
  "니다$|(세|어|아|해|에|예|네|지)요$|[\u11a8-\u11c2]을$|[\u1161-\u1175]를$",
  `^(${[...AFTER_CONSONANT, ...AFTER_VOWEL, ...AFTER_ANY, "다", "요"].join("|")})$`,
]
  .join("|")
  .normalize("NFD")
