import { withCommas } from "~/domain/text/with-commas"

/** A list that grows without end is counted, and shown, up to here; a larger count stands for any number of rows. */
export const MAX_COUNTED = 10_000

export function countText(count: number): string {
  return count > MAX_COUNTED ? `more than ${withCommas(MAX_COUNTED)}` : String(count)
}
