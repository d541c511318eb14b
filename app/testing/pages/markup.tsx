import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router-dom"

/** The HTML that a browser without scripts gets for some element, with a router around it as on every page. */
export function markupOf(element: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element }])
  return withoutLayoutWarnings(() => renderToStaticMarkup(<RouterProvider router={router} />))
}

/** React's development build complains, on the server, about every link of the router; nothing can be done about it here. */
function withoutLayoutWarnings<Result>(work: () => Result): Result {
  const { error } = console
  console.error = (...words) => {
    if (!String(words[0]).includes("useLayoutEffect does nothing on the server")) error(...words)
  }
  try {
    return work()
  } finally {
    console.error = error
  }
}
