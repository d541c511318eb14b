import { z } from "zod"
import type { Categories } from "./categories"

/** A filter by category: reads its name as it is now, and `""` without such a category. */
export function knownCategory(categories: Categories) {
  return z
    .string()
    .catch("")
    .transform((text) => categories.find(text)?.name ?? "")
}
