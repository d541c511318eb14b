import { withCommas } from "~/domain/text/with-commas"

/** The limit up to which a growing list is counted and shown; a larger count means any number of rows. */
export const MAX_COUNTED = 10_000

export function countText(count: number): string {
  return count > MAX_COUNTED ? `more than ${withCommas(MAX_COUNTED)}` : String(count)
}
