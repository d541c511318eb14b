import { fetchWithRetry } from "./fetch-with-retry"
import { loadDocument } from "./load-document"

/** Retries Remix's own requests, known by their addresses: it would show an error page in place of the page. */
export function retryRemixRequests(): void {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (input, init = {}) => {
    const url = input instanceof URL && input.origin === window.location.origin ? input : null
    if (url?.pathname.endsWith(".data")) {
      const sends = init.method !== undefined && init.method !== "GET"
      return fetchWithRetry(url, init, {
        isSubmission: sends,
        isOwnResponse,
        fallback: sends ? undefined : showForeignPage,
      })
    }
    return plainFetch(input, init)
  }
}

const isOwnResponse = ({ headers }: Response) => headers.has("X-Remix-Response")

/** Lets the browser show the page of a proxy, as a guest network's. */
function showForeignPage({ status }: Response) {
  return status >= 500 || window.__remixRouter.state.navigation.state === "idle" ? undefined : leavePage()
}

function leavePage(): Promise<Response> {
  loadDocument()
  return new Promise(() => {})
}
