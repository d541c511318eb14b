import { Agent, request } from "node:http"

export interface Answer {
  status: number
  location: string
  text: string
  milliseconds: number
}

/** Somebody who asks the shop, each time another of its processes. */
export class SaleClient {
  static readonly #agent = new Agent({ keepAlive: true, maxSockets: 256 })
  static #turn = 0

  constructor(
    private readonly urls: readonly string[],
    private readonly headers: Record<string, string>,
  ) {}

  get(path: string): Promise<Answer> {
    return this.#send("GET", path)
  }

  post(path: string, fields: Record<string, string>): Promise<Answer> {
    return this.#send("POST", path, new URLSearchParams(fields).toString())
  }

  #send(method: string, path: string, body = ""): Promise<Answer> {
    const url = new URL(path, this.urls[SaleClient.#turn++ % this.urls.length])
    const form = method === "POST" ? { "Content-Type": "application/x-www-form-urlencoded" } : {}
    const began = performance.now()
    return new Promise((resolve, reject) => {
      const headers = { Accept: "text/html", ...this.headers, ...form, "Content-Length": Buffer.byteLength(body) }
      const asked = request(url, { method, headers, agent: SaleClient.#agent, timeout: 30_000 }, async (response) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of response) chunks.push(chunk)
        } catch (error) {
          return reject(error)
        }
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? "",
          text: Buffer.concat(chunks).toString(),
          milliseconds: performance.now() - began,
        })
      })
      asked.on("timeout", () => asked.destroy(new Error("no answer within 30 seconds")))
      asked.on("error", reject).end(body)
    })
  }
}
