import type { AppLoadContext } from "@remix-run/node"
import { type Staff, staffOf, type Visitor } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import { findSession, type Session, type SessionToken } from "~/domain/accounts/sessions/sessions.server"
import type { Cart } from "~/domain/cart/cart"
import { todayOf } from "~/domain/days/shop-days.server"
import { mustSetUpFactor } from "~/domain/factors/policy"
import { limitGatewayCalls } from "~/domain/payments/member-gateway.server"
import type { Shop } from "~/domain/shop"
import { readVersions, type Versions } from "~/domain/versions/versions.server"
import { isOutage } from "~/http/outage"
import { shopOfRequest } from "~/http/request/shop-of-request"
import type { Toast } from "~/http/session/toast-cookie.server"

export interface RequestContext {
  readonly shop: Shop
  readonly request: Request
  readonly context: AppLoadContext
  readonly url: URL
  readonly user: Visitor
  readonly session: Session | null
  /** The account's cart if signed in, otherwise the browser's. */
  readonly cart: Cart
  readonly browserCart: Cart
  staff<P extends Permission>(permission: P): Staff<P> | null
  readonly sessionToken: string | null
  updateSessionCookie(contents: { session?: SessionToken | null; cart?: Cart }): void
  setCookie(value: string): void
  toast(toast: Toast): void
  setCookieHeaders(): Promise<string[]>
}

interface RequestArgs {
  request: Request
  context: AppLoadContext
}

const requestContexts = new WeakMap<AppLoadContext, Promise<RequestContext>>()

export function requestContextOf(args: RequestArgs): Promise<RequestContext> {
  const known = requestContexts.get(args.context)
  if (known) return known
  const ctx = createRequestContext(args)
  requestContexts.set(args.context, ctx)
  return ctx
}

/** The Back button must not show the page of a session, or of a linked order, after signing out. */
export async function cacheControlFor(context: AppLoadContext): Promise<string> {
  const ctx = await requestContexts.get(context)?.catch(() => null)
  return cachingFor(ctx?.user ?? null, ctx?.request.headers.get("Cookie") ?? "", context.orderCookie.name)
}

export function cachingFor(user: Visitor, cookies: string | undefined, orderCookie: string): string {
  return user || cookies?.includes(orderCookie) ? "no-store" : "private, no-cache"
}

async function createRequestContext({ request, context }: RequestArgs): Promise<RequestContext> {
  const { sessionCookie, toastCookie } = context
  const cookieContents = await sessionCookie.read(request)
  const { token } = cookieContents
  const session = token ? await (context.foundSession ?? findSession(context.shop, token)) : null
  context.logFields.userId = session?.user.id
  const versions = await currentVersions(context, session?.versions)
  const isReading = request.method === "GET" || request.method === "HEAD"
  const known = session ? inSession(context.shop, session.id) : context.shop
  const limited = limitGatewayCalls(known, session?.user ?? null, context.clientAddress)
  const shop: Shop = isReading ? { ...limited, catalog: versions?.catalog } : limited
  // The next cookie omits the secret of an ended session.
  let secret: SessionToken | null =
    session && cookieContents.token ? { token: cookieContents.token, expiresAt: session.expiresAt } : null
  let cart: Cart | null = null
  let isChanged = false
  let toast: Toast | null = null
  const extraCookies: string[] = []
  return {
    shop,
    request,
    context,
    session,
    url: new URL(request.url),
    user: session?.user ?? null,
    staff: (permission) =>
      session && !mustSetUpFactor(session, shop.settings.current, todayOf(shop))
        ? staffOf(session.user, [permission])
        : null,
    cart: session?.cart ?? cookieContents.cart,
    browserCart: cookieContents.cart,
    sessionToken: cookieContents.token,
    updateSessionCookie(contents) {
      isChanged = true
      if (contents.session !== undefined) secret = contents.session
      cart = contents.cart ?? cart
    },
    setCookie(value) {
      extraCookies.push(value)
    },
    toast(message) {
      toast = message
    },
    async setCookieHeaders() {
      const values = [...extraCookies]
      if (isChanged) {
        const contents = { token: secret?.token ?? null, cart: cart ?? cookieContents.cart }
        values.push(
          await sessionCookie.write(
            contents,
            secret ? secondsUntil(secret.expiresAt, shop.now()) + COOKIE_OUTLIVES_SESSION : undefined,
          ),
        )
      }
      return toast ? [...values, await toastCookie.write(toast)] : values
    },
  }
}

function inSession(shop: Shop, sessionId: string): Shop {
  return shopOfRequest(shop, { origin: { ...shop.origin, sessionId } })
}

/** Uses the last known settings during an outage. */
async function currentVersions(context: AppLoadContext, known?: Versions): Promise<Versions | undefined> {
  const { shop } = context
  if (!known && context.hasCurrentSettings) return
  try {
    const versions = known ?? (await readVersions(shop))
    await renewSettings(shop, versions)
    return versions
  } catch (error) {
    if (!isOutage(error)) throw error
    context.noteOutage()
  }
}

export async function renewSettings({ settings, categories, discounts }: Shop, versions: Versions): Promise<void> {
  await Promise.all([
    settings.renewTo(versions.settings),
    categories.renewTo(versions.categories),
    discounts.renewTo(versions.discounts),
  ])
}

/** Seconds for which the cookie outlives its session, so that a late form is recognized. */
const COOKIE_OUTLIVES_SESSION = 3_600

function secondsUntil(end: Date, now: Date): number {
  return Math.max(0, Math.floor((end.getTime() - now.getTime()) / 1000))
}
