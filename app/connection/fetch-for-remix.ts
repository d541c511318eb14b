import { fetchWithRetry } from "./fetch-with-retry"
import { loadDocument } from "./load-document"

/**
 * Remix takes a request that fails for an error of the page and shows that instead of it. Its requests are told apart
 * by their addresses, and persist; everybody else's `fetch` is what it was.
 */
export function retryRemixRequests(): void {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (input, init = {}) => {
    const url = input instanceof URL && input.origin === window.location.origin ? input : null
    if (url?.pathname.endsWith(".data")) {
      const sends = init.method !== undefined && init.method !== "GET"
      return fetchWithRetry(url, init, {
        isSubmission: sends,
        isAnswer: isAnswer,
        fallback: sends ? undefined : showForeignPage,
      })
    }
    return plainFetch(input, init)
  }
}

const isAnswer = ({ headers }: Response) => headers.has("X-Remix-Response")

/** When something else answers instead of the shop (a guest network's own page), the browser shows that page. */
function showForeignPage({ status }: Response) {
  return status >= 500 || window.__remixRouter.state.navigation.state === "idle" ? undefined : leavePage()
}

function leavePage(): Promise<Response> {
  loadDocument()
  return new Promise(() => {})
}
