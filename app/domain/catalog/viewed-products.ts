export const MOST_VIEWED = 8

/** This is not the zod schema, because browsers do not load zod. */
const ID = /^[0-9a-f]{24}$/

export function parseViewed(text: string): string[] {
  const ids = text.slice(0, MOST_VIEWED * 25).split("~")
  return [...new Set(ids.filter((id) => ID.test(id)))].slice(0, MOST_VIEWED)
}

export function formatViewed(ids: readonly string[]): string {
  return ids.join("~")
}

export function withViewed(ids: readonly string[], id: string): string[] {
  return [id, ...ids.filter((known) => known !== id)].slice(0, MOST_VIEWED)
}
