import { TestBrowser } from "../browser/test-browser.server"
import type { ApiContract } from "./api-contract.server"

type Contents = Record<string, unknown>

interface ApiAnswer<C extends object = Contents> {
  status: number
  body: C & { success: boolean; status: string; message: string }
  headers: Headers
}

/** A form is sent as `multipart/form-data`, search parameters as `application/x-www-form-urlencoded`, else JSON. */
type Sent = object | FormData | URLSearchParams

/** An API client with its own cookie jar; validates every response against the OpenAPI document. */
export class ApiClient {
  readonly browser: TestBrowser

  constructor(
    url: string,
    private readonly contract: ApiContract,
  ) {
    this.browser = new TestBrowser(url)
  }

  get<C extends object = Contents>(path: string, headers?: Record<string, string>): Promise<ApiAnswer<C>> {
    return this.call<C>("GET", path, undefined, headers)
  }

  post<C extends object = Contents>(path: string, sent: Sent): Promise<ApiAnswer<C>> {
    return this.call<C>("POST", path, sent)
  }

  put<C extends object = Contents>(path: string, sent: Sent): Promise<ApiAnswer<C>> {
    return this.call<C>("PUT", path, sent)
  }

  delete<C extends object = Contents>(path: string): Promise<ApiAnswer<C>> {
    return this.call<C>("DELETE", path)
  }

  async call<C extends object = Contents>(
    method: string,
    path: string,
    sent?: Sent,
    headers: Record<string, string> = {},
  ): Promise<ApiAnswer<C>> {
    const isForm = sent instanceof FormData || sent instanceof URLSearchParams
    const json = sent !== undefined && !isForm
    const answer = await this.browser.send(path, {
      method,
      headers: { Origin: this.browser.url, ...(json ? { "Content-Type": "application/json" } : {}), ...headers },
      body: isForm ? sent : json ? JSON.stringify(sent) : undefined,
    })
    return this.checked<C>(answer, { method, path, sent: json ? sent : undefined })
  }

  /** Sends a body unchanged. */
  async raw(method: string, path: string, body: BodyInit, headers: Record<string, string>): Promise<ApiAnswer> {
    const answer = await this.browser.send(path, { method, headers: { Origin: this.browser.url, ...headers }, body })
    return this.checked(answer, { method, path })
  }

  private async checked<C extends object>(
    answer: Response,
    asked: { method: string; path: string; sent?: unknown },
  ): Promise<ApiAnswer<C>> {
    const { status, headers } = answer
    const text = await answer.text()
    this.contract.assertDescribed({ ...asked, status, headers, text })
    return { status, headers, body: text === "" ? ({} as never) : JSON.parse(text) }
  }
}
