/** Characters, without the query. */
export const LONGEST_PATH = 1_000
/** No route has half of these. */
const MOST_SEGMENTS = 20

interface PathRefusal {
  status: 400 | 404 | 414
  message: string
}

const TOO_LONG: PathRefusal = { status: 414, message: "This address is too long." }
const NOT_VALID: PathRefusal = { status: 400, message: "This address is not valid." }
const NOTHING_THERE: PathRefusal = { status: 404, message: "There is nothing at this address." }

/**
 * Returns why a path matches no route; null if it may be matched. Remix 2 matches with expressions that are quadratic
 * in a run of slashes, reads backslashes as slashes, and resolves dot segments after the guards.
 */
export function refusePath(path: string): PathRefusal | null {
  if (path.length > LONGEST_PATH) return TOO_LONG
  if (!path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return NOT_VALID
  const segments = pagePath(path).split("/").slice(1)
  const hasHole = path.includes("//") || segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  return hasHole || segments.length > MOST_SEGMENTS ? NOTHING_THERE : null
}

/** Strips the `.data` of Remix's data requests. */
export function pagePath(path: string): string {
  return path.replace(/\.data$/, "").replace(/^\/_root$/, "/")
}

/** The page's address with its query, without Remix's parameters. */
export function pageAddress(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete("_routes")
  search.delete("_data")
  search.delete("index", "")
  return pagePath(url.pathname) + (search.size > 0 ? `?${search}` : "")
}

const HERE = "http://here.invalid"

/** Characters: a bulk edit holds a hundred ids. */
const LONGEST = 4_000

/** Returns a path of this site, or the fallback if it leads elsewhere. */
export function localPath(given: string | null | undefined, fallback: string): string {
  if (!given?.startsWith("/") || given.length > LONGEST || /[\\\p{Cc}]/u.test(given)) return fallback
  if (!URL.canParse(given, HERE)) return fallback
  const url = new URL(given, HERE)
  return url.origin === HERE && refusePath(url.pathname) === null ? url.pathname + url.search + url.hash : fallback
}
