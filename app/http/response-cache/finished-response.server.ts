import { createHash } from "node:crypto"
import type { RequestHandler } from "express"
import type { PageTemplate } from "~/http/frame/page-template.server"
import type { CacheKey } from "./cache-keys.server"
import { CachedResponse } from "./cached-response.server"

/** Browsers must revalidate after a change; proxies may reuse the response for a second. */
const PUBLIC = "public, max-age=0, s-maxage=1, must-revalidate"
const PRIVATE = "private, max-age=0, must-revalidate"
/** RFC 9213; not for pages, because some CDNs that follow it ignore `Vary: Cookie`. */
const CDN_CACHING = { "CDN-Cache-Control": "public, max-age=1, stale-while-revalidate=5" }
const VARY = { page: ["Accept-Encoding", "Cookie"], data: ["Accept-Encoding", "Cookie"], json: ["Accept-Encoding"] }

export interface FinishedResponse {
  status: number
  headers: Headers
  body: Buffer
  inlineScripts: string
  cached: CachedResponse | null
}

interface Rendering {
  security: RequestHandler[]
  keyword: string | null
  nonce: string
  tags: ReadonlySet<string>
  template?: PageTemplate
}

export async function finish(
  key: CacheKey,
  rendered: Response,
  { security, keyword, nonce, tags, template }: Rendering,
): Promise<FinishedResponse> {
  const { status, headers } = rendered
  const text = await rendered.text()
  const inlineScripts = key.kind === "page" ? hashesOf(text, nonce) : ""
  const body = Buffer.from(text.replaceAll(` nonce="${nonce}"`, ""))
  const finished = { status, headers, body, inlineScripts }
  if (!isCacheable(rendered)) return { ...finished, cached: null }
  const all = { ...headersOf(security, key.path, inlineScripts), ...canonical(headers), ...cachingOf(key) }
  return { ...finished, cached: new CachedResponse({ headers: all, body, keyword, tags, template }) }
}

function isCacheable({ status, headers }: Response): boolean {
  return status === 200 && !headers.has("Set-Cookie") && !/no-store/i.test(headers.get("Cache-Control") ?? "")
}

function cachingOf({ kind, policy }: CacheKey): Record<string, string> {
  const names = Object.keys(policy.headers ?? {})
  const isPublic = !names.includes("Authorization")
  return {
    "Cache-Control": isPublic ? PUBLIC : PRIVATE,
    ...(kind === "json" && isPublic && CDN_CACHING),
    Vary: [...VARY[kind], ...names].join(", "),
  }
}

/** Hashes only scripts with this nonce, and so no injected ones (https://www.w3.org/TR/CSP3/#match-element-to-source-list). */
function hashesOf(html: string, nonce: string): string {
  const hashes = new Set<string>()
  for (const [, attributes = "", text = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isOurs = attributes.includes(` nonce="${nonce}"`)
    if (isOurs && !attributes.includes(" src="))
      hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`)
  }
  return [...hashes].join(" ")
}

/** Returns the headers that middleware sets for a page, given the source of its inline scripts for the CSP. */
export function headersOf(middleware: RequestHandler[], path: string, inlineScripts: string): Record<string, string> {
  const headers: Record<string, string> = {}
  const response = {
    locals: { inlineScripts },
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: (name: string) => delete headers[name],
  }
  const request = { path: path.split("?")[0] }
  for (const handle of middleware) handle(request as never, response as never, () => {})
  return headers
}

/** Writes headers as Express does, with capitalized names and charsets. */
function canonical(headers: Headers): Record<string, string> {
  const capitalized = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      const isType = name === "content-type" && !value.includes("charset")
      return [name === "etag" ? "ETag" : capitalized(name), isType ? `${value}; charset=utf-8` : value]
    }),
  )
}
