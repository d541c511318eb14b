import { CONNECTION_LOST, SHOP_UNAVAILABLE, SLOW_RESPONSE } from "./messages"
import { addStalledRequest } from "./stalled-requests"

const plainFetch = window.fetch.bind(window)

/** Milliseconds after which a request without a response offers to be sent once more. */
const SLOW_AFTER = 15_000

interface RetryOptions {
  /** Whether it sends a form; a page is requested again by itself once the connection is back. */
  isSubmission: boolean
  /** Whether a response is the shop's own, and no proxy's. */
  isOwnResponse: (response: Response) => boolean
  /** May return a response in place of a proxy's. */
  fallback?: (response: Response) => Promise<Response> | undefined
}

/**
 * Sends a request until the shop's whole response is there. A person decides on each retry, and the page stays as it is.
 * @throws what `fetch` throws if the person goes elsewhere
 */
export async function fetchWithRetry(url: URL | string, init: RequestInit, persistence: RetryOptions) {
  const { isSubmission, isOwnResponse, fallback } = persistence
  for (;;) {
    let message = CONNECTION_LOST
    const attempt = startAttempt(init, isSubmission)
    try {
      const response = await plainFetch(url, { ...init, signal: attempt.signal })
      if (isOwnResponse(response)) return await readWhole(response)
      const other = fallback?.(response)
      if (other) return await other
      message = (await serverMessage(response)) ?? SHOP_UNAVAILABLE
    } catch (error) {
      if (init.signal?.aborted) throw error
    } finally {
      attempt.end()
    }
    if (!attempt.again) await untilRetry(message, init, isSubmission)
  }
}

/** Starts one try, which a person may replace by another when it is slow. */
function startAttempt({ signal }: RequestInit, isSubmission: boolean) {
  const abort = new AbortController()
  const over = new AbortController()
  let dispose = () => {}
  const attempt = {
    signal: abort.signal,
    again: false,
    end() {
      clearTimeout(timer)
      dispose()
      over.abort()
    },
  }
  const retry = () => {
    attempt.again = true
    abort.abort()
  }
  const timer = setTimeout(() => {
    dispose = addStalledRequest({ message: SLOW_RESPONSE, isSubmission, retry })
  }, SLOW_AFTER)
  if (signal?.aborted) abort.abort(signal.reason)
  signal?.addEventListener("abort", () => abort.abort(signal.reason), { signal: over.signal })
  return attempt
}

/** Resolves when a person retries, and for a page when the connection is back. */
function untilRetry(message: string, { signal }: RequestInit, isSubmission: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (done: () => void) => {
      dispose()
      over.abort()
      done()
    }
    const retry = () => end(resolve)
    const dispose = addStalledRequest({ message, isSubmission, retry })
    signal?.addEventListener("abort", () => end(() => reject(signal.reason)), { signal: over.signal })
    if (!isSubmission) window.addEventListener("online", retry, { signal: over.signal })
  })
}

const BODILESS = new Set([204, 205, 304])

/** Throws if the response breaks off. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(BODILESS.has(response.status) ? null : body, response)
}

/** Returns the title of the shop's own error page; a proxy's words are not shown to people. */
async function serverMessage(response: Response): Promise<string | undefined> {
  if (!response.headers.has("X-Request-Id")) return undefined
  return /<title>([^<>]{1,200})<\/title>/.exec(await response.text())?.[1]
}
