import { createHash } from "node:crypto"
import type { RequestHandler } from "express"
import type { CacheableAddress } from "./cacheable-address.server"
import { CachedAnswer } from "./cached-answer.server"

/**
 * For the shop itself every answer is proven when it is asked for: browsers keep it and ask whether it still holds. Caches
 * on the way may answer for a second, and those that know RFC 9213 somewhat longer while they ask. Browsers must not do
 * that: whoever has just changed something would see the old.
 */
const CACHING = {
  "Cache-Control": "public, max-age=0, s-maxage=1, must-revalidate",
}
/** Not with pages: of caches that heed it some do not heed `Vary: Cookie`, and would show members a stranger's page. */
const CDN_CACHING = { "CDN-Cache-Control": "public, max-age=1, stale-while-revalidate=5" }
const VARY = { page: "Accept-Encoding, Cookie", data: "Accept-Encoding, Cookie", json: "Accept-Encoding" }

export interface FinishedAnswer {
  status: number
  headers: Headers
  body: Buffer
  /** The inline scripts of its page, as a Content-Security-Policy names them. */
  inlineScripts: string
  /** The same for every stranger; null where it is not to be remembered. */
  cached: CachedAnswer | null
}

/** What was answered to a request that said nothing of anybody, and whether everybody may get it. */
export async function finish(
  address: CacheableAddress,
  answered: Response,
  { security, keyword, nonce }: { security: RequestHandler[]; keyword: string | null; nonce: string },
): Promise<FinishedAnswer> {
  const { status, headers } = answered
  const text = await answered.text()
  const inlineScripts = address.kind === "page" ? hashesOf(text, nonce) : ""
  const body = Buffer.from(text.replaceAll(` nonce="${nonce}"`, ""))
  const finished = { status, headers, body, inlineScripts }
  if (!isForEverybody(answered)) return { ...finished, cached: null }
  const secure = headersOf(security, address, inlineScripts)
  const all = {
    ...secure,
    ...canonical(headers),
    ...CACHING,
    ...(address.kind === "json" ? CDN_CACHING : {}),
    Vary: VARY[address.kind],
  }
  return { ...finished, cached: new CachedAnswer({ address, headers: all, body, keyword }) }
}

function isForEverybody({ status, headers }: Response): boolean {
  return status === 200 && !headers.has("Set-Cookie") && !/no-store/i.test(headers.get("Cache-Control") ?? "")
}

/**
 * The inline scripts that the shop itself has written, known by the nonce of this rendering: a script that somebody got
 * into a text has none. What is hashed is the text between the tags, as it is (https://www.w3.org/TR/CSP3/#match-element-to-source-list).
 */
function hashesOf(html: string, nonce: string): string {
  const hashes = new Set<string>()
  for (const [, attributes = "", text = ""] of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const isOurs = attributes.includes(` nonce="${nonce}"`)
    if (isOurs && !attributes.includes(" src="))
      hashes.add(`'sha256-${createHash("sha256").update(text).digest("base64")}'`)
  }
  return [...hashes].join(" ")
}

/** The headers that the handlers set on any answer: they are told of nothing but its path and its scripts. */
function headersOf(handlers: RequestHandler[], { path }: CacheableAddress, inlineScripts: string) {
  const headers: Record<string, string> = {}
  const response = {
    locals: { inlineScripts },
    setHeader: (name: string, value: string) => {
      headers[name] = value
    },
    removeHeader: (name: string) => delete headers[name],
  }
  const request = { path: path.split("?")[0] }
  for (const handle of handlers) handle(request as never, response as never, () => {})
  return headers
}

/** As headers are written elsewhere: here their names are known in lower case only. */
function canonical(headers: Iterable<[string, string]>): Record<string, string> {
  const written = (name: string) => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      if (name === "content-type") return [written(name), withCharset(value)]
      return [name === "etag" ? "ETag" : written(name), value]
    }),
  )
}

/** As Express writes the type of every other answer. */
function withCharset(type: string): string {
  return type.includes("charset") ? type : `${type}; charset=utf-8`
}
