import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { data } from "@remix-run/node"
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react"
import { type ReactNode, useContext, useEffect } from "react"
import { countUnits } from "./domain/cart/cart"
import { keywordOfPath } from "./domain/catalog/keyword"
import { viewPicture } from "./domain/media/picture"
import { type ErrorReport, outage } from "./http/page.server"
import { visitOf } from "./http/visit.server"
import { NonceContext } from "./nonce"
import { ErrorPage, errorTitle } from "./ui/error-page"
import { displayFont, textFont } from "./ui/fonts"
import { PageShell } from "./ui/page-shell"
import stylesheet from "./ui/styles/index.css?url"
import { titleText } from "./ui/title"

export const links: LinksFunction = () => [
  { rel: "preload", href: textFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "preload", href: displayFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: stylesheet },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
]

/** For error pages; every other page has a title of its own. */
export const meta: MetaFunction = ({ error, matches }) => {
  const status = isRouteErrorResponse(error) ? error.status : error ? 500 : null
  return status === null ? [] : [{ title: titleText(errorTitle(status), matches) }]
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { shop, user, cart } = await visitOf({ request, context }).catch((error) => {
    throw outage(error, context)
  })
  const taken = await context.toasts.take(request)
  const headers = new Headers()
  if (taken) headers.append("Set-Cookie", taken.cookie)
  return data(
    {
      shopName: shop.identity.name,
      user: user && {
        name: user.name,
        isAdmin: user.role === "admin",
        avatar: user.avatar && viewPicture(user.avatar, "", shop.media.baseUrl),
      },
      cartCount: countUnits(cart),
      toast: taken?.toast ?? null,
      requestId: context.requestId,
      blockContextMenu: context.contextMenu === "blocked",
    },
    { headers },
  )
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Shop() {
  const { blockContextMenu } = useLoaderData<typeof loader>()
  useEffect(() => {
    document.documentElement.dataset.live = "true"
  }, [])
  useEffect(() => {
    if (!blockContextMenu) return
    const block = (event: Event) => event.preventDefault()
    document.addEventListener("contextmenu", block)
    return () => document.removeEventListener("contextmenu", block)
  }, [blockContextMenu])
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const report = isRouteErrorResponse(error) ? (error.data as Partial<ErrorReport> | null) : null
  const known = useRouteLoaderData<typeof loader>("root")
  return (
    <Shell>
      <ErrorPage
        status={isRouteErrorResponse(error) ? error.status : 500}
        message={report?.message}
        requestId={report?.requestId ?? known?.requestId}
      />
    </Shell>
  )
}

/** Everything around a page; on an error page, as much of it as is known. */
function Shell({ children }: { children: ReactNode }) {
  const known = useRouteLoaderData<typeof loader>("root")
  const { pathname } = useLocation()
  return (
    <PageShell
      shopName={known?.shopName ?? "Counter"}
      user={known?.user ?? null}
      cartCount={known?.cartCount ?? 0}
      toast={known?.toast}
      path={pathname}
      keyword={keywordOfPath(pathname)}
    >
      {children}
    </PageShell>
  )
}
