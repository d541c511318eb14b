/** Reads a header of a request; undefined or null where there is none. */
type HeaderReader = (name: string) => string | null | undefined

/**
 * Whether another site made a browser send a request. An `Origin` has to be the shop's own; else `Sec-Fetch-Site` decides, and
 * in browsers that send neither, `Referer`. A request without any of them comes from no browser.
 */
export function isCrossSite(header: HeaderReader, isOwnOrigin: (origin: string) => boolean): boolean {
  const origin = header("Origin") ?? null
  const site = header("Sec-Fetch-Site") ?? null
  const referer = header("Referer") ?? null
  if (origin !== null && origin !== "null" && !isOwnOrigin(origin)) return true
  if (site !== null) return site !== "same-origin" && site !== "none"
  if (origin !== null) return origin === "null"
  return referer !== null && !isOwnOrigin(originOf(referer))
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : ""
}
