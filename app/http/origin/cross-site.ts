export const CROSS_SITE_MESSAGE = "This request came from another site and was refused."

type HeaderReader = (name: string) => string | null | undefined

export const UNNAMED_PAGE_MESSAGE =
  "Your browser did not say which page this form is from, so it was refused. Please let it send the Referer header to this shop, and try again."

/** What a person reads who sent such a form from a page */
export const SEND_AGAIN = {
  title: "Please send the form again",
  message:
    "We could not tell whether this form came from a page of the shop, so nothing was changed. Please open the page again, and send the form from there.",
}

/** Whether a request names no page: a browser that knows neither `Origin` nor `SameSite` sends it from any site. */
export function namesNoPage(header: HeaderReader): boolean {
  return ["Origin", "Sec-Fetch-Site", "Referer"].every((name) => !header(name))
}

/** Whether a request that names no page is from a browser, which a page of another site may have told to send it. */
export function isUnnamedBrowser(header: HeaderReader): boolean {
  return namesNoPage(header) && isBrowser(header)
}

/** Programs ask for no language, or like `fetch` for any; NetSurf and dillo ask for none either. */
function isBrowser(header: HeaderReader): boolean {
  const language = header("Accept-Language") ?? "*"
  return language !== "*" || /^(?:NetSurf|Dillo)\//.test(header("User-Agent") ?? "")
}

/** HTML forms send only POST and their own types, or no body. */
export function mayBeForm(method: string, header: HeaderReader): boolean {
  const [type = ""] = (header("Content-Type") ?? "").split(";", 1)
  return method === "POST" && type.trim().toLowerCase() !== "application/json"
}

/** Reads `Origin`, `Sec-Fetch-Site` and `Referer` in this order; a client without any is not a browser. */
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
