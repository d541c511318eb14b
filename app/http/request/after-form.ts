import type { IncomingHttpHeaders } from "node:http"

/** The parameter that makes the address after a form unique; a time in base 36 */
const AFTER = "after"

/** Milliseconds for which a response can still be the one to a form */
const SOON = 60_000

type Headers = Pick<globalThis.Headers, "get" | "has">

/**
 * Adds the time to the address that follows a form, so that no browser has requested it before: some show an earlier
 * page and repeat its redirect, despite its headers. A first form may also be from a browser without cookies.
 */
export function addressAfterForm(path: string, headers: Headers, now: Date): string {
  if (!path.startsWith("/") || (!showsPagesAgain(headers) && !isFirstForm(headers))) return path
  const [, address = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? []
  const after = `${AFTER}=${now.getTime().toString(36)}`
  return `${address}${query === "" ? "?" : `${query}&`}${after}${hash}`
}

/** links and dillo do. */
function showsPagesAgain(headers: Headers): boolean {
  return /^(?:E?Links|Dillo)\b/.test(headers.get("User-Agent") ?? "")
}

function isFirstForm(headers: Headers): boolean {
  return headers.get("Sec-Fetch-Mode") === "navigate" && !headers.has("Cookie")
}

/**
 * Returns the address without the time, or `null`: browsers that keep cookies do not need it.
 * @param address path and query
 */
export function withoutFormTime(address: string, headers: IncomingHttpHeaders): string | null {
  if (headers["sec-fetch-mode"] !== "navigate" || headers.cookie === undefined) return null
  const plain = address.replace(/([?&])after=[0-9a-z]{8,9}(?:&|$)/, "$1").replace(/[?&]$/, "")
  return plain === address ? null : plain
}

/** Whether a request follows a form whose cookies were not kept; the address may be in that of the login page. */
export function keptNoCookie({ url, headers }: Pick<Request, "url" | "headers">, now: Date): boolean {
  if (headers.has("Cookie")) return false
  const [, time = ""] = /[?&]after=([0-9a-z]{8,9})(?:&|$)/.exec(decodedOnce(new URL(url).search)) ?? []
  const age = now.getTime() - Number.parseInt(time, 36)
  return age >= 0 && age < SOON
}

function decodedOnce(search: string): string {
  return search.replaceAll("%3F", "?").replaceAll("%26", "&").replaceAll("%3D", "=")
}

export const followsForm = (searchParams: URLSearchParams) => searchParams.has(AFTER)

export const NO_COOKIES_MESSAGE =
  "Your browser keeps no cookies, so the shop can neither sign you in nor keep a cart. Please allow cookies for this shop, and try again."
