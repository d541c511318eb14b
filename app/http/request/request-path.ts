/** Characters, without the query */
export const LONGEST_PATH = 1_000
const MOST_SEGMENTS = 20

interface PathRefusal {
  status: 400 | 404 | 414
  message: string
}

const TOO_LONG: PathRefusal = { status: 414, message: "This address is too long." }
const NOT_VALID: PathRefusal = { status: 400, message: "This address is not valid." }
const NOTHING_THERE: PathRefusal = { status: 404, message: "There is nothing at this address." }

/**
 * Remix 2 matches slashes in quadratic time, reads `\` as `/`, decodes one at the start, and resolves dot segments after
 * the guards.
 */
export function refusePath(path: string): PathRefusal | null {
  if (path.length > LONGEST_PATH) return TOO_LONG
  if (!path.startsWith("/") || /[\\\p{Cc}]/u.test(path)) return NOT_VALID
  const segments = pagePath(path).split("/").slice(1)
  const hasHole =
    path.includes("//") || /^\/%5c/i.test(path) || segments.some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  return hasHole || segments.length > MOST_SEGMENTS ? NOTHING_THERE : null
}

export function pagePath(path: string): string {
  return path.replace(/\.data$/, "").replace(/^\/_root$/, "/")
}

export function pageAddress(url: URL): string {
  const search = new URLSearchParams(url.search)
  search.delete("_routes")
  search.delete("_data")
  search.delete("index", "")
  return pagePath(url.pathname) + (search.size > 0 ? `?${search}` : "")
}

export function canBeDecoded(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/** Returns the page named in the query, if it belongs to this shop. */
export function redirectTarget(url: URL, fallback = "/account"): string {
  return localPath(url.searchParams.get("redirect"), fallback)
}

const HERE = "http://here.invalid"

const LONGEST = 4_000

/** Paths that answer in JSON, and those that sign out */
const NO_PAGE = /^\/(?:api|logout)(?:\/|$)/i

/** Returns the fallback for a path that leads to another site, or to no page. */
export function localPath(given: string | null | undefined, fallback: string): string {
  if (!given?.startsWith("/") || given.length > LONGEST || /[\\\p{Cc}]/u.test(given)) return fallback
  if (!URL.canParse(given, HERE)) return fallback
  const url = new URL(given, HERE)
  const isPage = refusePath(url.pathname) === null && !NO_PAGE.test(decoded(pagePath(url.pathname)))
  return url.origin === HERE && isPage ? url.pathname + url.search + url.hash : fallback
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
