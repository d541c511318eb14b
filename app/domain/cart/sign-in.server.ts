import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import type { Device, SessionToken } from "~/domain/accounts/sessions/sessions.server"
import { startVerifiedSession } from "~/domain/accounts/sessions/verified-session.server"
import type { User } from "../accounts/user"
import type { Shop } from "../shop"
import { type Cart, mergeCarts } from "./cart"
import { readSavedCart, replaceSavedCart } from "./saved-cart.server"

/** Where somebody signs in from, and what their browser carried until now. */
interface SignInContext {
  device: Device
  /** The browser's cart; the account's joins it. */
  cart: Cart
  /** The secret of the session that the new one replaces. */
  token: string | null
}

/** What the browser carries from now on, and whose it is. */
interface SignedIn {
  session: SessionToken
  cart: Cart
  user: User
}

/**
 * Starts a session for verified credentials, and makes one cart of the browser's and the account's.
 * @throws ShopError `unauthenticated` when the account or its password changed since the proof
 */
export async function startSignedInSession(
  shop: Shop,
  credentials: VerifiedCredentials,
  { device, cart, token }: SignInContext,
): Promise<SignedIn> {
  return shop.transaction(async (tx) => {
    const { session, user } = await startVerifiedSession(tx, credentials, { device, replaces: token })
    const merged = mergeCarts(cart, await readSavedCart(tx, user.id))
    await replaceSavedCart(tx, user.id, merged)
    return { session, user, cart: merged }
  })
}
