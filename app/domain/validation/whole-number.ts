import { z } from "zod"
import { cleanNumber } from "~/domain/text/clean-code"
import { withForeignCharacter } from "~/domain/text/foreign-character"

const MAX_TYPED = 100
const WHOLE = /^-?\d{1,15}$/

interface WholeNumberMessages {
  sentence: string
  /**
   * Shown after the sentence, unless it is empty, if something else was entered; empty for fields that no one types
   * into
   */
  example?: string
  missing?: string
  tooSmall?: string
  tooLarge?: string
}

/**
 * Accepts a number, or a text of digits only: `1.000` is one or a thousand, depending on the country, and no one means
 * `0x1F` or `1e3`. Coercion would turn `null`, `[]` and `true` into 0 and 1.
 */
export function wholeNumber(least: number, most: number, messages: string | WholeNumberMessages) {
  const given = typeof messages === "string" ? { sentence: messages } : messages
  const { sentence, tooSmall = sentence, tooLarge = sentence } = given
  const error = ({ input }: { input?: unknown }) => describeFault(given, input)
  return z.preprocess(readWholeNumber, z.number({ error }).int(sentence).min(least, tooSmall).max(most, tooLarge))
}

/** Returns non-integers in an object, because Conform converts every text to a number for `z.number`. */
function readWholeNumber(sent: unknown): unknown {
  if (typeof sent !== "string") return sent
  const typed = cleanNumber(sent.slice(0, MAX_TYPED))
  if (typed === "") return undefined
  return WHOLE.test(typed) ? Number(typed) : { typed }
}

function typedText(input: unknown): string {
  return typeof input === "object" && input !== null && "typed" in input ? String(input.typed) : ""
}

function describeFault({ sentence, example, missing }: WholeNumberMessages, input: unknown): string {
  if (missing !== undefined && input === undefined) return missing
  const typed = typedText(input)
  if (typed === "" || example === undefined) return sentence
  return withForeignCharacter(example === "" ? sentence : `${sentence} such as ${example}`, typed, /^\d$/)
}
