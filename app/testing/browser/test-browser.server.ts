type Fields = Record<string, string | number | readonly string[]>

interface Cookie {
  pair: string
  path: string
  /** The browser's clock, in milliseconds */
  expiresAt: number
}

/** A browser without scripts for route tests: it keeps cookies and sends forms. */
export class TestBrowser {
  readonly #cookies = new Map<string, Cookie>()

  constructor(
    readonly url: string,
    private readonly now = () => new Date(),
    /** The client address that a proxy in front of the shop reports */
    private readonly address?: string,
  ) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { headers })
  }

  /** Sends a same-origin form; does not follow redirects. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const one of Array.isArray(value) ? value : [value]) body.append(name, String(one))
    }
    return this.send(path, { method: "POST", body, headers: { Origin: this.url, ...headers } })
  }

  json(method: string, path: string, value?: unknown): Promise<Response> {
    const headers = { "Content-Type": "application/json", Origin: this.url }
    return this.send(path, { method, headers, body: value === undefined ? undefined : JSON.stringify(value) })
  }

  get cookie(): string {
    return this.#cookieFor(() => true)
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    // Compressing every page for a client in the same process takes a twentieth of the tests' time.
    if (!headers.has("Accept-Encoding")) headers.set("Accept-Encoding", "identity")
    if (this.address) headers.set("X-Forwarded-For", this.address)
    const { pathname } = new URL(this.url + path)
    const cookie = this.#cookieFor((own) => covers(own.path, pathname))
    if (cookie !== "") headers.set("Cookie", cookie)
    const answer = await fetch(this.url + path, { ...init, headers, redirect: "manual" })
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    return answer
  }

  /** Stores or removes a cookie by a `Set-Cookie` line; without `Path` it is sent everywhere. */
  keep(line: string): void {
    const [pair = "", ...rest] = line.split(";").map((part) => part.trim())
    const attributes = new Map(rest.map(splitOnce).map(([name, value]) => [name.toLowerCase(), value]))
    const path = attributes.get("path") ?? "/"
    const maxAge = attributes.get("max-age")
    const expires = attributes.get("expires") ?? "9999-12-31"
    const expiresAt = maxAge ? this.now().getTime() + Number(maxAge) * 1_000 : Date.parse(expires)
    this.#cookies.set(`${splitOnce(pair)[0]} ${path}`, { pair, path, expiresAt })
  }

  #cookieFor(isSent: (cookie: Cookie) => boolean): string {
    const now = this.now().getTime()
    const sent = [...this.#cookies.values()].filter((cookie) => cookie.expiresAt > now && isSent(cookie))
    return sent.map(({ pair }) => pair).join("; ")
  }
}

function splitOnce(pair: string): [name: string, value: string] {
  const [name = "", ...value] = pair.split("=")
  return [name.trim(), value.join("=")]
}

/** RFC 6265, 5.1.4 */
function covers(path: string, pathname: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`)
}
