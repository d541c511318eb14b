import { cleanSearch } from "~/domain/text/clean-code"
import { withoutUnprintable } from "~/domain/text/line-of-text"

const MAX_KEYWORD_LENGTH = 100

export function normalizeKeyword(text: string): string {
  const visible = cleanSearch(withoutUnprintable(text.slice(0, 1_000))).replace(/[\s\p{Cs}]+/gu, " ")
  return [...visible.trim()].slice(0, MAX_KEYWORD_LENGTH).join("").trim()
}

/** The limit in characters; a path of more than 1,000 is refused. */
const LONGEST_ENCODED = 900

/** `.` and `..` have a special meaning in a path, however they are encoded. */
export function keywordPath(keyword: string): string {
  return keyword === "" || !isPathSafe(keyword) ? "/products" : `/products/${encodeKeyword(keyword)}`
}

export function isPathSafe(keyword: string): boolean {
  return keyword !== "." && keyword !== ".." && encodeKeyword(keyword).length <= LONGEST_ENCODED
}

/** Encodes the dot as well: Remix treats an address that ends in `.data` as a request for data. */
function encodeKeyword(keyword: string): string {
  return encodeURIComponent(keyword).replaceAll(".", "%2E")
}

export function keywordFromPath(pathname: string): string | undefined {
  const encoded = /^\/products\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
