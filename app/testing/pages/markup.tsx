import type { ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router-dom"

/** Renders an element to HTML inside a router. */
export function markupOf(element: ReactElement): string {
  const router = createMemoryRouter([{ path: "*", element }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}
