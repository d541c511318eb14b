import { CONNECTION_LOST, SHOP_UNAVAILABLE, SLOW_RESPONSE } from "./messages"
import { addStalledRequest } from "./stalled-requests"

const plainFetch = window.fetch.bind(window)

/** Milliseconds without a response until the notice offers a retry */
const SLOW_AFTER = 15_000

interface RetryOptions {
  /** Requests for pages are repeated automatically once the connection is back. */
  isSubmission: boolean
  isOwnResponse: (response: Response) => boolean
  fallback?: (response: Response) => Promise<Response> | undefined
}

/** Sends a request until the whole response is there. @throws the error of `fetch` if the person navigates away */
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

async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(BODILESS.has(response.status) ? null : body, response)
}

/** Ignores the title of a proxy's error page, because it means nothing to shoppers. */
async function serverMessage(response: Response): Promise<string | undefined> {
  if (!response.headers.has("X-Request-Id")) return undefined
  return /<title>([^<>]{1,200})<\/title>/.exec(await response.text())?.[1]
}
