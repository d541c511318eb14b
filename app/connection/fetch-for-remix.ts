import { fetchWithRetry } from "./fetch-with-retry"
import { loadDocument } from "./load-document"

/** Retries Remix's requests, known by their addresses, because Remix shows an error page if one fails. */
export function retryRemixRequests(): void {
  const plainFetch = window.fetch.bind(window)
  window.fetch = (input, init = {}) => {
    const url = input instanceof URL && input.origin === window.location.origin ? input : null
    if (url?.pathname.endsWith(".data")) {
      if (isElsewhere(url.pathname)) return leavePage()
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

/** The shoppers' list of routes ends at the back office. */
const isElsewhere = (path: string) =>
  /^\/admin[/.]/.test(path) && !Object.keys(window.__remixManifest.routes).some((id) => id.startsWith("routes/admin/"))

const isOwnResponse = ({ headers }: Response) => headers.has("X-Remix-Response")

/** Shows a page that a proxy returned, such as the sign-in of a guest network. */
function showForeignPage({ status }: Response) {
  return status >= 500 || window.__remixRouter.state.navigation.state === "idle" ? undefined : leavePage()
}

function leavePage(): Promise<Response> {
  loadDocument()
  return new Promise(() => {})
}
