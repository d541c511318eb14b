import type { IncomingHttpHeaders } from "node:http"
import type { ServerBuild } from "@remix-run/node"
import { LRUCache } from "lru-cache"
import type { Categories } from "~/domain/catalog/categories/categories"
import { followsForm } from "~/http/request/after-form"
import { canBeDecoded, pagePath, refusePath } from "~/http/request/request-path"
import { matchPages } from "~/http/routing/page-matches.server"
import type { CanonicalQuery, MemoryPolicy, RouteAddress } from "./cache-policy"

/** The only input of a cached response */
export interface CacheKey {
  readonly name: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly kind: "page" | "data" | "json"
  readonly policy: MemoryPolicy
  readonly isUnbounded: boolean
}

/** The length limit, above any link of the shop */
const MAX_ADDRESS_LENGTH = 1_000
const MAX_HEADER_LENGTH = 200
/** Bytes */
const CAPACITY = 3 * 1024 * 1024
/** The estimated size in bytes of an entry's objects */
const OVERHEAD = 500
/** Remix reads these parameters at any address. */
const REMIX_PARAMETERS = ["_data", "_routes", "index"]
const ORIGIN = "http://localhost"

export class CacheKeys {
  readonly #resolved = new LRUCache<string, { key: CacheKey | null }>({
    maxSize: CAPACITY,
    sizeCalculation: ({ key }, url) => 2 * (url.length + (key?.name.length ?? 0)) + OVERHEAD,
  })

  /** The categories of the resolved keys */
  #categories: Categories

  constructor(
    private readonly build: ServerBuild,
    private readonly memory: { readonly current: Categories },
  ) {
    this.#categories = memory.current
  }

  /** Returns the key of an address that was requested before. */
  known({ url = "", headers }: { url?: string; headers: IncomingHttpHeaders }): CacheKey | null {
    this.#forgetOutdated()
    return withHeaders(this.#resolved.get(url)?.key ?? null, headers)
  }

  resolve({ url, headers }: { url: string; headers: IncomingHttpHeaders }): CacheKey | null {
    if (url.length > MAX_ADDRESS_LENGTH) return null
    this.#forgetOutdated()
    const resolved = this.#resolved.get(url) ?? { key: resolveAddress(this.build, url, this.#categories) }
    this.#resolved.set(url, resolved)
    return withHeaders(resolved.key, headers)
  }

  /** Canonical addresses depend on the categories. */
  #forgetOutdated(): void {
    if (this.#categories === this.memory.current) return
    this.#categories = this.memory.current
    this.#resolved.clear()
  }
}

/** Returns `null` for an address that is not canonical. */
function resolveAddress(build: ServerBuild, requested: string, categories: Categories): CacheKey | null {
  if (requested.includes("%00") || !URL.canParse(requested, ORIGIN)) return null
  const url = new URL(requested, ORIGIN)
  const { pathname, searchParams } = url
  if (url.origin !== ORIGIN || requested.split(/[?#]/, 1)[0] !== pathname) return null
  if (refusePath(pathname) !== null || !canBeDecoded(pathname)) return null
  if (REMIX_PARAMETERS.some((name) => searchParams.has(name)) || followsForm(searchParams)) return null
  const isData = pathname.endsWith(".data")
  const path = (isData && pagePath(pathname)) || pathname
  const match = matchPages(build, path).at(-1)
  const policy = match?.facts.cache
  if (!match || policy?.store !== "memory" || !isSpelledAs(match.facts.pattern, path)) return null
  const { hasPage } = match.facts
  if (isData && !hasPage) return null
  url.pathname = path
  const query = queryUnder(policy, { url, params: match.params, categories })
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
