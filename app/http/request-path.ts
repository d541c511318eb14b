/** Characters of a path at the most; a query may be longer. */
export const LONGEST_PATH = 1_000
/** No address of the map has half as many. */
const MOST_SEGMENTS = 20

interface PathRefusal {
  status: 400 | 404 | 414
  message: string
}

const TOO_LONG: PathRefusal = { status: 414, message: "This address is too long." }
const NOT_VALID: PathRefusal = { status: 400, message: "This address is not valid." }
const NOTHING_THERE: PathRefusal = { status: 404, message: "There is nothing at this address." }

/**
 * Why a path cannot name anything; `null` for one that routes may be matched against. Remix 2 matches with expressions that
 * are quadratic in a run of slashes, and reads backslashes as slashes; dot segments would make it match another
 * address than the guards before it have seen.
 */
export function refusePath(path: string): PathRefusal | null {
  if (path.length > LONGEST_PATH) return TOO_LONG
  if (!path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return NOT_VALID
  const segments = pagePath(path).split("/").slice(1)
  const hasHole = path.includes("//") || segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  return hasHole || segments.length > MOST_SEGMENTS ? NOTHING_THERE : null
}

/** The path of the page that a request of scripts is about: Remix gives it an ending. */
export function pagePath(path: string): string {
  return path.replace(/\.data$/, "").replace(/^\/_root$/, "/")
}

/** The page a person is on, with its query; what Remix adds to an address is left out. */
export function pageAddress(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete("_routes")
  search.delete("_data")
  search.delete("index", "")
  return pagePath(url.pathname) + (search.size > 0 ? `?${search}` : "")
}

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
