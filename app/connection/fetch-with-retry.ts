import { CONNECTION_LOST, SHOP_UNAVAILABLE, SLOW_ANSWER } from "./messages"
import { addStalledRequest } from "./stalled-requests"

const plainFetch = window.fetch.bind(window)

/** Milliseconds after which a request without an answer offers to be sent once more. */
const SLOW_AFTER = 15_000

interface RetryOptions {
  /** Whether it sends a form; otherwise it asks for a page, and does so by itself once the connection is back. */
  isSubmission: boolean
  /** Whether a response is the shop's own; any other comes from a proxy in between. */
  isAnswer: (response: Response) => boolean
  /** Called with what else has come; whatever it answers is the answer. */
  fallback?: (response: Response) => Promise<Response> | undefined
}

/**
 * Asks until there is a whole answer of the shop. Between two tries a person is asked, and the page stays as it is:
 * nothing that was typed is lost.
 * @throws what `fetch` throws when the request is given up, because the person has gone elsewhere
 */
export async function fetchWithRetry(url: URL | string, init: RequestInit, persistence: RetryOptions) {
  const { isSubmission, isAnswer, fallback } = persistence
  for (;;) {
    let message = CONNECTION_LOST
    const attempt = startAttempt(init, isSubmission)
    try {
      const response = await plainFetch(url, { ...init, signal: attempt.signal })
      if (isAnswer(response)) return await readWhole(response)
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

/** One try, which ends with the request, and when somebody has waited too long for it. */
function startAttempt({ signal }: RequestInit, isSubmission: boolean) {
  const abort = new AbortController()
  const over = new AbortController()
  let letGo = () => {}
  const attempt = {
    signal: abort.signal,
    again: false,
    end() {
      clearTimeout(timer)
      letGo()
      over.abort()
    },
  }
  const retry = () => {
    attempt.again = true
    abort.abort()
  }
  const timer = setTimeout(() => {
    letGo = addStalledRequest({ message: SLOW_ANSWER, isSubmission, retry })
  }, SLOW_AFTER)
  if (signal?.aborted) abort.abort(signal.reason)
  signal?.addEventListener("abort", () => abort.abort(signal.reason), { signal: over.signal })
  return attempt
}

/** Resolves when a person asks for another try; a page is also asked for when the connection is back. */
function untilRetry(message: string, { signal }: RequestInit, isSubmission: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = new AbortController()
    const end = (settle: () => void) => {
      letGo()
      over.abort()
      settle()
    }
    const retry = () => end(resolve)
    const letGo = addStalledRequest({ message, isSubmission, retry })
    signal?.addEventListener("abort", () => end(() => reject(signal.reason)), { signal: over.signal })
    if (!isSubmission) window.addEventListener("online", retry, { signal: over.signal })
  })
}

const BODILESS = new Set([204, 205, 304])

/** An answer that breaks off is none. */
async function readWhole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer()
  return new Response(BODILESS.has(response.status) ? null : body, response)
}

/** The message of an error page that the shop itself has sent; a proxy's words are not shown to people. */
async function serverMessage(response: Response): Promise<string | undefined> {
  if (!response.headers.has("X-Request-Id")) return undefined
  return /<title>([^<>]{1,200})<\/title>/.exec(await response.text())?.[1]
}
