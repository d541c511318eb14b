import { setTimeout as sleep } from "node:timers/promises"

type RequestKind = "page" | "personal page" | "into the cart" | "sign-in" | "confirmation" | "payment"

export interface SeenResponse {
  kind: RequestKind
  /** 0 without a response */
  status: number
  milliseconds: number
  hasRetryAfter: boolean
}

interface BrowserOptions {
  urls: readonly string[]
  /** Limits count by address, so every shopper has one. */
  address: string
  cookie: string | null
  /** Aborts what is under way */
  over: AbortSignal
  note: (seen: SeenResponse) => void
}

export type SaleBrowser = ReturnType<typeof openBrowser>

const TIMEOUT = 30_000
/** Shoppers come back after a 503, when it says so, but not for ever. */
const MAX_TRIES = 5
const MAX_WAIT = 30

let turn = 0

/** Keeps cookies, alternates between the shop's processes, and follows no redirects. */
export function openBrowser({ urls, address, cookie, over, note }: BrowserOptions) {
  const cookies = new Map(cookie === null ? [] : [cookie.split("=", 2) as [string, string]])

  async function send(kind: RequestKind, path: string, body?: URLSearchParams) {
    const began = performance.now()
    const seen = { kind, status: 0, hasRetryAfter: false }
    try {
      const response = await fetch(new URL(path, urls[turn++ % urls.length]), {
        ...(body && { method: "POST", body }),
        headers: {
          Accept: "text/html",
          "X-Forwarded-For": address,
          Cookie: [...cookies].map((pair) => pair.join("=")).join("; "),
        },
        signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT), over]),
        redirect: "manual",
      })
      const { status, headers } = response
      const text = await response.text()
      Object.assign(seen, { status, hasRetryAfter: headers.has("Retry-After") })
      headers.getSetCookie().forEach(keep)
      return { status, text, location: headers.get("Location") ?? "", retryAfter: Number(headers.get("Retry-After")) }
    } finally {
      if (seen.status > 0 || !over.aborted) note({ ...seen, milliseconds: performance.now() - began })
    }
  }

  function keep(line: string): void {
    const [name = "", value = ""] = (line.split(";", 1)[0] ?? "").split("=", 2)
    if (/max-age=0\b|Thu, 01 Jan 1970/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
  }

  async function request(kind: RequestKind, path: string, fields?: URLSearchParams) {
    for (let tries = 1; ; tries++) {
      const response = await send(kind, path, fields)
      if (response.status !== 503 || tries === MAX_TRIES) return response
      await sleep(1_000 * Math.min(response.retryAfter, MAX_WAIT), undefined, { signal: over })
    }
  }

  return {
    get: (path: string) => request(cookies.size === 0 ? "page" : "personal page", path),
    post: (kind: RequestKind, path: string, fields: Record<string, string> | [string, string][]) =>
      request(kind, path, new URLSearchParams(fields)),
  }
}
