import type { AppLoadContext } from "@remix-run/node"
import { findSession, type Session } from "~/domain/accounts/sessions.server"
import type { User } from "~/domain/accounts/user"
import type { Cart } from "~/domain/cart/cart"
import type { Shop } from "~/domain/shop"
import type { Toast } from "./toasts.server"

/** One request, as routes see it: whose it is, their cart, and what the answer will change in their browser. */
export interface Visit {
  readonly shop: Shop
  readonly request: Request
  readonly context: AppLoadContext
  readonly url: URL
  readonly user: User | null
  readonly session: Session | null
  /** The account's cart when signed in, else the browser's. */
  readonly cart: Cart
  /** The cart in the browser's cookie, whoever is signed in. */
  readonly browserCart: Cart
  /** The secret of the session in the cookie; for ending it. */
  readonly token: string | null
  /** What the browser will carry after this answer. */
  carry(contents: { token?: string | null; cart?: Cart }): void
  /** Shows this on the next page. */
  toast(toast: Toast): void
  /** The `Set-Cookie` values of this answer. */
  cookies(): Promise<string[]>
}

interface RequestArgs {
  request: Request
  context: AppLoadContext
}

const visits = new WeakMap<AppLoadContext, Promise<Visit>>()

/** The visit of a request: made once, however many loaders ask. */
export function visitOf(args: RequestArgs): Promise<Visit> {
  const known = visits.get(args.context)
  if (known) return known
  const visit = openVisit(args)
  visits.set(args.context, visit)
  return visit
}

async function openVisit({ request, context }: RequestArgs): Promise<Visit> {
  const { shop, cookie, toasts } = context
  const carried = await cookie.read(request)
  const session = carried.token ? await findSession(shop, carried.token) : null
  let next = session?.renewed ? { ...carried, cart: session.cart } : carried
  let toast: Toast | null = null
  return {
    shop,
    request,
    context,
    session,
    url: new URL(request.url),
    user: session?.user ?? null,
    cart: session?.cart ?? carried.cart,
    browserCart: carried.cart,
    token: carried.token,
    carry(contents) {
      next = { ...next, ...contents }
    },
    toast(message) {
      toast = message
    },
    async cookies() {
      const values = next === carried ? [] : [await cookie.write(next)]
      return toast ? [...values, await toasts.write(toast)] : values
    },
  }
}
