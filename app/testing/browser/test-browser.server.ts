type Fields = Record<string, string | number | readonly string[]>

/** A browser without scripts, as far as routes can tell: it keeps cookies and sends forms. */
export class TestBrowser {
  readonly #cookies = new Map<string, string>()

  constructor(readonly url: string) {}

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { headers })
  }

  /** Sends a form as a browser on this site would; redirects are not followed. */
  post(path: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
    const body = new URLSearchParams()
    for (const [name, value] of Object.entries(fields)) {
      for (const one of Array.isArray(value) ? value : [value]) body.append(name, String(one))
    }
    return this.send(path, { method: "POST", body, headers: { Origin: this.url, ...headers } })
  }

  /** Sends JSON to the API. */
  json(method: string, path: string, value?: unknown): Promise<Response> {
    const headers = { "Content-Type": "application/json", Origin: this.url }
    return this.send(path, { method, headers, body: value === undefined ? undefined : JSON.stringify(value) })
  }

  /** The cookies it would send. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ")
  }

  async send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.#cookies.size > 0) headers.set("Cookie", this.cookie)
    const answer = await fetch(this.url + path, { ...init, headers, redirect: "manual" })
    for (const line of answer.headers.getSetCookie()) this.keep(line)
    return answer
  }

  /** Keeps a cookie, or lets it go, as a `Set-Cookie` line says. */
  keep(line: string): void {
    const [pair = "", ...attributes] = line.split(";")
    const [name = "", ...value] = pair.split("=")
    const gone = attributes.some((attribute) => /^\s*max-age=0$/i.test(attribute) || /Thu, 01 Jan 1970/.test(attribute))
    if (gone) this.#cookies.delete(name.trim())
    else this.#cookies.set(name.trim(), value.join("="))
  }
}
