interface Answer {
  status: number
  location: string
  text: string
  milliseconds: number
}

/** Somebody who asks the shop, each time another of its processes. */
export class SaleClient {
  static #turn = 0

  constructor(
    private readonly urls: readonly string[],
    private readonly headers: Record<string, string>,
  ) {}

  get(path: string): Promise<Answer> {
    return this.#send(path)
  }

  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send(path, { method: "POST", body: new URLSearchParams(fields) })
  }

  /** @throws what `fetch` throws, or when there is no answer within 30 seconds */
  async #send(path: string, init: RequestInit = {}): Promise<Answer> {
    const url = new URL(path, this.urls[SaleClient.#turn++ % this.urls.length])
    const headers = { Accept: "text/html", ...this.headers }
    const began = performance.now()
    const signal = AbortSignal.timeout(30_000)
    const answer = await fetch(url, { ...init, headers, signal, redirect: "manual" })
    const text = await answer.text()
    const location = answer.headers.get("Location") ?? ""
    return { status: answer.status, location, text, milliseconds: performance.now() - began }
  }
}
