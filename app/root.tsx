import type { LinksFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { data } from "@remix-run/node"
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useRouteLoaderData,
} from "@remix-run/react"
import { type ReactNode, useContext, useEffect, useMemo } from "react"
import { LateScripts } from "~/connection/late-scripts"
import { type Cart, countUnits } from "~/domain/cart/cart"
import { offsetsFromText } from "~/domain/days/offsets"
import { DEFAULT_CURRENCY } from "~/domain/money/format-money"
import { keywordFromPath } from "~/domain/search/keyword"
import { requestContextOf } from "~/http/doorways/request-context.server"
import { personalRoot, sharedRoot } from "~/http/frame/root-data.server"
import { isOutage } from "~/http/outage"
import { keptNoCookie, NO_COOKIES_MESSAGE } from "~/http/request/after-form"
import { findPendingDraft } from "~/http/session/drafts.server"
import { CurrencyContext } from "~/ui/currency"
import { OffsetsContext } from "~/ui/date-time"
import textFont from "~/ui/fonts/hanken.woff2?url"
import headingFont from "~/ui/fonts/newsreader.woff2?url"
import { AgentToolsContext } from "~/ui/form/agent-tool"
import { FormTokenContext } from "~/ui/form/post-form"
import { assetAddress } from "~/ui/shell/asset-address"
import { earlyInputScript, useEarlyInput } from "~/ui/shell/early-input"
import { errorTitle } from "~/ui/shell/error-page"
import { titleText } from "~/ui/shell/page-meta"
import { PageShell } from "~/ui/shell/page-shell"
import { RouteError } from "~/ui/shell/route-error"
import { themeColors } from "~/ui/shell/theme-colors"
import stylesheet from "~/ui/styles/index.css?url"
import plainStylesheet from "~/ui/styles/plain.css?url"
import { NonceContext } from "./nonce"

export { headers } from "~/http/doorways/retry-after-headers"

const NO_COOKIES = { type: "error" as const, message: NO_COOKIES_MESSAGE }

/** No screen, for engines that read media queries; dillo and NetSurf only look for the word `screen`. */
const PLAIN_ENGINES = "screen and (max-width: 1px)"

export const links: LinksFunction = () => [
  { rel: "preload", href: assetAddress(textFont), as: "font", crossOrigin: "anonymous" },
  { rel: "preload", href: assetAddress(headingFont), as: "font", crossOrigin: "anonymous" },
  { rel: "stylesheet", href: assetAddress(stylesheet) },
  { rel: "stylesheet", href: assetAddress(plainStylesheet), media: PLAIN_ENGINES },
  { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/manifest.webmanifest" },
]

/** The title of error pages; every other page has its own */
export const meta: MetaFunction = ({ error, matches }) => {
  if (!error) return []
  const { status, data: report } = isRouteErrorResponse(error) ? error : { status: 500, data: null }
  return [{ title: titleText(errorTitle(status, report?.title), matches) }]
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { shop, user, cart, session, draft } = await requestContextOf({ request, context }).then(
    async (ctx) => ({ ...ctx, draft: await findPendingDraft(ctx) }),
    (error) => guestDuringOutage(error, { request, context }),
  )
  const taken = await context.toastCookie.take(request)
  const headers = new Headers()
  if (taken) headers.append("Set-Cookie", taken.cookie)
  return data(
    {
      ...sharedRoot(shop, context.contextMenu),
      ...personalRoot(shop, user, cart),
      formToken: context.formTokens.sentTo(request, session),
      toast: taken?.toast ?? (keptNoCookie(request, shop.now()) ? NO_COOKIES : null),
      draft,
      requestId: context.isShared ? "" : context.requestId,
    },
    { headers },
  )
}

/**
 * While the database is unavailable, requests are anonymous: pages without data are shown, and the others render their
 * error page.
 */
async function guestDuringOutage(
  error: unknown,
  { request, context }: Pick<LoaderFunctionArgs, "request" | "context">,
) {
  if (!isOutage(error)) throw error
  const { cart } = await context.sessionCookie.read(request)
  return { shop: context.shop, user: null, cart, session: null, draft: null }
}

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useContext(NonceContext)
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content={themeColors.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={themeColors.dark} media="(prefers-color-scheme: dark)" />
        <Meta />
        <Links />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: earlyInputScript }} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <LateScripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Shop() {
  useEarlyInput()
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary() {
  return (
    <Shell>
      <RouteError />
    </Shell>
  )
}

/** Everything around a page; on an error page, as much as is available. */
function Shell({ children }: { children: ReactNode }) {
  const known = useRouteLoaderData<typeof loader>("root")
  const cart = useExpectedCart(known?.cart ?? [])
  const { pathname, search } = useLocation()
  useEffect(() => {
    document.documentElement.dataset.live = "true"
  }, [])
  useBlockedContextMenu(known?.blockContextMenu ?? true)
  return (
    <CurrencyContext.Provider value={known?.currency ?? DEFAULT_CURRENCY}>
      <OffsetsContext.Provider value={useOffsets(known?.offsets)}>
        <FormTokenContext.Provider value={known?.formToken ?? null}>
          <AgentToolsContext.Provider value={!known?.site.withoutAgentTools}>
            <PageShell
              shopName={known?.shopName ?? "Counter"}
              site={known?.site ?? {}}
              user={known?.user ?? null}
              cartCount={countUnits(cart)}
              toast={known?.toast}
              path={pathname}
              keyword={keywordFromPath(pathname)}
              search={pathname === "/admin/search" ? (new URLSearchParams(search).get("search") ?? "") : ""}
            >
              {children}
            </PageShell>
          </AgentToolsContext.Provider>
        </FormTokenContext.Provider>
      </OffsetsContext.Provider>
    </CurrencyContext.Provider>
  )
}

function useOffsets(text = "0") {
  return useMemo(() => offsetsFromText(text), [text])
}

function useBlockedContextMenu(blocked: boolean) {
  useEffect(() => {
    if (!blocked) return
    const block = (event: Event) => event.preventDefault()
    document.addEventListener("contextmenu", block)
    return () => document.removeEventListener("contextmenu", block)
  }, [blocked])
}

/** The cart including a pending addition, before the response */
function useExpectedCart(cart: Cart): Cart {
  const { formAction, formData } = useNavigation()
  const product = formData?.get("product")
  const quantity = Number(formData?.get("quantity"))
  // The server determines the variant of the chosen options.
  if (
    !formAction?.startsWith("/product/") ||
    formData?.has("option1") ||
    typeof product !== "string" ||
    !(quantity >= 1)
  )
    return cart
  return [...cart.filter((line) => line.variantId !== product), { variantId: product, quantity: Math.trunc(quantity) }]
}
