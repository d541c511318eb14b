import { z } from "zod"
import { ifValid } from "~/domain/form-rules"
import { isPrintable, isVisible, unprintable } from "./line-of-text"

interface LineMessages {
  missing: string
  tooLong: string
  /** The first part of a message that names the character */
  unprintable: string
}

/** A required line of text, trimmed */
export function visibleLine(most: number, messages: LineMessages) {
  return z
    .string(messages.missing)
    .trim()
    .min(1, messages.missing)
    .max(most, messages.tooLong)
    .refine(isPrintable, unprintable(messages.unprintable))
    .refine(isVisible, { error: messages.missing, ...ifValid })
}
