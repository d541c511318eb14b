import type { IncomingHttpHeaders } from "node:http"
import type { ServerBuild } from "@remix-run/node"
import { LRUCache } from "lru-cache"
import type { CanonicalQuery, MemoryPolicy, RouteAddress } from "../cache-policy"
import { canBeDecoded } from "../middleware/malformed-requests.server"
import { pagePath, refusePath } from "../request-path"
import { matchPages } from "../server/page-matches.server"

/** What a kept response is found by. It is rendered from nothing else. */
export interface CacheKey {
  readonly name: string
  /** The canonical address. */
  readonly path: string
  /** The canonical values of the headers that the route's policy names. */
  readonly headers: Readonly<Record<string, string>>
  readonly kind: "page" | "data" | "json"
  readonly policy: MemoryPolicy
  /** Whether clients can make up as many such keys as they like. */
  readonly isUnbounded: boolean
}

/** Longer than any address in the shop's own links. */
const MAX_ADDRESS_LENGTH = 1_000
const MAX_HEADER_LENGTH = 200
const MAX_RESOLVED = 5_000
/** Parameters that Remix itself reads at any address. */
const REMIX_PARAMETERS = ["_data", "_routes", "index"]
const ORIGIN = "http://localhost"

/** Resolves requests to keys, by what the routes of a build declare. */
export class CacheKeys {
  readonly #resolved = new LRUCache<string, { key: CacheKey | null }>({ max: MAX_RESOLVED })

  constructor(private readonly build: ServerBuild) {}

  /** Returns the key if the address was requested before; does no work. */
  known({ url = "", headers }: { url?: string; headers: IncomingHttpHeaders }): CacheKey | null {
    return withHeaders(this.#resolved.get(url)?.key ?? null, headers)
  }

  /** Returns the key of a request; `null` if its response is not kept. */
  resolve({ url, headers }: { url: string; headers: IncomingHttpHeaders }): CacheKey | null {
    if (url.length > MAX_ADDRESS_LENGTH) return null
    const resolved = this.#resolved.get(url) ?? { key: resolveAddress(this.build, url) }
    this.#resolved.set(url, resolved)
    return withHeaders(resolved.key, headers)
  }
}

/** Only addresses in the spelling of the map are kept: no path that has to be resolved, no other case, no slash at the end. */
function resolveAddress(build: ServerBuild, requested: string): CacheKey | null {
  if (requested.includes("%00") || !URL.canParse(requested, ORIGIN)) return null
  const url = new URL(requested, ORIGIN)
  const { pathname, searchParams } = url
  if (url.origin !== ORIGIN || !requested.startsWith(pathname)) return null
  if (refusePath(pathname) !== null || !canBeDecoded(pathname)) return null
  if (REMIX_PARAMETERS.some((name) => searchParams.has(name))) return null
  const isData = pathname.endsWith(".data")
  const path = (isData && pagePath(pathname)) || pathname
  const match = matchPages(build, path).at(-1)
  const policy = match?.facts.cache
  if (!match || policy?.store !== "memory" || !isSpelledAs(match.facts.pattern, path)) return null
  const { hasPage } = match.facts
  if (isData && !hasPage) return null
  url.pathname = path
  const query = queryUnder(policy, { url, params: match.params })
  if (query === null) return null
  const { search, isUnbounded = false } = query
  const file = isData ? `${path === "/" ? "/_root" : path}.data` : path
  const canonical = search && search.size > 0 ? `${file}?${search}` : file
  const kind = isData ? "data" : hasPage ? "page" : "json"
  return { name: canonical, path: canonical, headers: {}, kind, policy, isUnbounded }
}

function queryUnder(policy: MemoryPolicy, address: RouteAddress): CanonicalQuery | null {
  const { parameters = [], ignoresUnknown = false, canonicalQuery } = policy
  const names = [...address.url.searchParams.keys()]
  if (!ignoresUnknown && names.some((name) => !parameters.includes(name))) return null
  if (canonicalQuery) return canonicalQuery(address)
  return names.some((name) => parameters.includes(name)) ? null : {}
}

function isSpelledAs(pattern: readonly string[], path: string): boolean {
  const segments = path === "/" ? [] : path.slice(1).split("/")
  return segments.every((segment, at) => segment !== "" && (pattern[at]?.startsWith(":") || pattern[at] === segment))
}

/** Header values are the client's own invention. */
function withHeaders(key: CacheKey | null, sent: IncomingHttpHeaders): CacheKey | null {
  if (!key?.policy.headers) return key
  const headers: Record<string, string> = {}
  for (const [name, canonical] of Object.entries(key.policy.headers)) {
    const value = sent[name.toLowerCase()]
    if (typeof value !== "string") continue
    if (value.length > MAX_HEADER_LENGTH) return null
    headers[name] = canonical(value)
  }
  return { ...key, headers, name: `${key.path} ${JSON.stringify(headers)}`, isUnbounded: true }
}
