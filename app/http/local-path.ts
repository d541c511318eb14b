import { refusePath } from "./well-formed-path"

const HERE = "http://here.invalid"

/** Characters: a bulk edit of a hundred products has all their ids in its address. */
const LONGEST = 4_000

/** A path of this site as given, or the fallback when it leads anywhere else. */
export function localPath(given: string | null | undefined, fallback: string): string {
  if (!given?.startsWith("/") || given.length > LONGEST || /[\\\p{Cc}]/u.test(given)) return fallback
  if (!URL.canParse(given, HERE)) return fallback
  const url = new URL(given, HERE)
  return url.origin === HERE && refusePath(url.pathname) === null ? url.pathname + url.search + url.hash : fallback
}
