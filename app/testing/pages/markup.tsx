import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router-dom"

/** Renders an element to HTML inside a router. */
export function markupOf(element: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element }])
  return withoutLayoutWarnings(() => renderToStaticMarkup(<RouterProvider router={router} />))
}

/** React's development build warns about every link of the router on the server. */
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
