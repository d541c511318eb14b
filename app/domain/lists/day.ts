import { z } from "zod"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"

/** A day of this century as `2026-11-23`; invalid ones count as absent. */
export const Day = codeText(100, "", "", cleanNumber)
  .regex(/^20\d\d-\d\d-\d\d$/, { abort: true })
  .refine((day) => z.iso.date().safeParse(day).success)
  .catch("")
  .default("")
