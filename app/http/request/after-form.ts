/** The parameter of a way on that nobody has asked for before; a time in base 36 */
const AFTER = "after"

/** Milliseconds for which a response can still be the one to a form */
const SOON = 60_000

type Headers = Pick<globalThis.Headers, "get" | "has">

/**
 * Makes the way on after a form an address that was not asked for before, for browsers that show a page again, and
 * repeat its redirect, whatever the headers say; and for a first form, which may be from a browser without cookies.
 */
export function wayOn(path: string, headers: Headers, now: Date): string {
  if (!isTextBrowser(headers) && !isFirstForm(headers)) return path
  const [, address = "", query = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(path) ?? []
  const after = `${AFTER}=${now.getTime().toString(36)}`
  return `${address}${query === "" ? "?" : `${query}&`}${after}${hash}`
}

/** They name no origin, and a page of the shop. */
function isTextBrowser(headers: Headers): boolean {
  return headers.has("Referer") && !["Origin", "Sec-Fetch-Site", "Sec-Fetch-Mode"].some((name) => headers.has(name))
}

function isFirstForm(headers: Headers): boolean {
  return headers.get("Sec-Fetch-Mode") === "navigate" && !headers.has("Cookie")
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
