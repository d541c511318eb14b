import { z } from "zod"
import { cleanSearch } from "./clean-code"

/** A search in a list, which may be a code or words; a text that is too long counts as absent */
export function searchText(most: number, clean = cleanSearch) {
  return z
    .string()
    .max(10 * most, { abort: true })
    .overwrite(clean)
    .max(most)
    .catch("")
    .default("")
}
