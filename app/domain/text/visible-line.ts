import { z } from "zod"
import { isPrintable, isVisible, unprintable } from "./line-of-text"

interface LineMessages {
  missing: string
  tooLong: string
  /** Is followed by which character it is */
  unprintable: string
}

/** A required line of text, trimmed */
export function visibleLine(most: number, messages: LineMessages) {
  return z
    .string(messages.missing)
    .trim()
    .min(1, { error: messages.missing, abort: true })
    .max(most, { error: messages.tooLong, abort: true })
    .refine(isPrintable, unprintable(messages.unprintable))
    .refine(isVisible, messages.missing)
}
