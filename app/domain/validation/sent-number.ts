import { z } from "zod"

/** Accepts numbers and texts alone: coerced, `null`, `[]` and `true` would be 0 and 1. */
export function sentNumber<S extends z.ZodType>(schema: S) {
  const isNumeric = (sent: unknown) => typeof sent === "number" || (typeof sent === "string" && sent.trim() !== "")
  return z.preprocess((sent) => (isNumeric(sent) ? sent : undefined), schema)
}
