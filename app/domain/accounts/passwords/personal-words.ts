import { leetVariants } from "./leet"

interface PasswordOwner {
  name: string
  email: string
  shopName: string
}

/** Shorter words occur in too many passwords. */
const MIN_WORD_LENGTH = 3
const MAX_WORD_LENGTH = 254
const MAX_WORDS = 30
const MAX_LETTERS_LEFT = 3
const MAX_CHARACTERS_LEFT = 6

export function isMostlyPersonalWords(password: string, chooser: PasswordOwner): boolean {
  const words = personalWords(chooser)
  return [...leetVariants(password.toLowerCase())].some((read) => {
    const left = words.reduce((text, word) => text.replaceAll(word, " "), read).replace(/[\s._@-]/g, "")
    return left.length < read.length && left.length <= MAX_CHARACTERS_LEFT && lettersIn(left) <= MAX_LETTERS_LEFT
  })
}

/** Sorts the longest first, so that a part is removed together with its whole. */
function personalWords({ name, email, shopName }: PasswordOwner): string[] {
  const whole = [name, email, shopName, email.split("@")[0] ?? ""].map((word) =>
    word.slice(0, MAX_WORD_LENGTH).trim().toLowerCase(),
  )
  const parts = whole.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u))
  const dense = whole.map((word) => word.replace(/[^\p{L}\p{N}]/gu, ""))
  const words = [...whole, ...dense, ...parts].filter((word) => word.length >= MIN_WORD_LENGTH)
  return [...new Set(words)].slice(0, MAX_WORDS).sort((one, other) => other.length - one.length)
}

function lettersIn(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0
}
