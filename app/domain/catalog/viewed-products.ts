/** So many products are remembered of those that somebody has looked at. */
export const MOST_VIEWED = 8

/** An id. The schema of ids would bring its library into browsers. */
const ID = /^[0-9a-f]{24}$/

/** The ids that a text names, at most `MOST_VIEWED`; anything else in it is left out. */
export function parseViewed(text: string): string[] {
  const ids = text.slice(0, MOST_VIEWED * 25).split("~")
  return [...new Set(ids.filter((id) => ID.test(id)))].slice(0, MOST_VIEWED)
}

export function formatViewed(ids: readonly string[]): string {
  return ids.join("~")
}

/** The products that somebody has looked at once they have looked at this one, the last one first. */
export function withViewed(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((known) => known !== id)].slice(0, MOST_VIEWED)
}
