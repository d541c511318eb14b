const MAX_KEYWORD_LENGTH = 100

/** One line of text without control characters, of a length that somebody may have meant. */
export function normalizeKeyword(text: string): string {
  const visible = text.slice(0, 1_000).replace(/[\s\p{Cc}\p{Cs}]+/gu, " ")
  return [...visible.trim()].slice(0, MAX_KEYWORD_LENGTH).join("").trim()
}

/** Characters of an encoded keyword: a path of more than 1,000 is refused. */
const LONGEST_ENCODED = 900

/**
 * The path of a keyword's list. `.` and `..` have none: they mean something else in a path, however encoded. Nor has what gets
 * too long when it is encoded: a hundred emoji are 1,200 characters.
 */
export function keywordPath(keyword: string): string {
  return keyword === "" || !isPathSafe(keyword) ? "/products" : `/products/${encodeKeyword(keyword)}`
}

export function isPathSafe(keyword: string): boolean {
  return keyword !== "." && keyword !== ".." && encodeKeyword(keyword).length <= LONGEST_ENCODED
}

/** The dot as well: an address that ends in `.data` would be taken for a request for data. */
function encodeKeyword(keyword: string): string {
  return encodeURIComponent(keyword).replaceAll(".", "%2E")
}

/** The keyword in the path of a list, or undefined when there is none. */
export function keywordFromPath(pathname: string): string | undefined {
  const encoded = /^\/products\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}
