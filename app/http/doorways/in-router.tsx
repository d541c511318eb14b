import type { ReactNode } from "react"
import { createStaticRouter, StaticRouterProvider } from "react-router-dom/server"

/** Gives links and forms the router that they require outside of a route; their targets do not depend on the page. */
export function InRouter({ children }: { children: ReactNode }) {
  const route = { id: "part", path: "*", element: children }
  const location = { pathname: "/", search: "", hash: "", state: null, key: "default" }
  const context = {
    basename: "/",
    location,
    matches: [{ params: {}, pathname: "/", pathnameBase: "/", route }],
    loaderData: {},
    actionData: null,
    errors: null,
    statusCode: 200,
    loaderHeaders: {},
    actionHeaders: {},
    activeDeferreds: null,
  }
  return <StaticRouterProvider router={createStaticRouter([route], context)} context={context} hydrate={false} />
}
