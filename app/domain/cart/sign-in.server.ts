import type { Proof } from "../accounts/proof"
import { startProvenSession } from "../accounts/proven-session.server"
import type { Device } from "../accounts/sessions.server"
import type { User } from "../accounts/user"
import type { Shop } from "../shop"
import { type Cart, mergeCarts } from "./cart"
import { readSavedCart, replaceSavedCart } from "./saved-cart.server"

/** Where somebody signs in from, and what their browser carried until now. */
export interface Arrival {
  device: Device
  /** The browser's cart; the account's joins it. */
  cart: Cart
  /** The secret of the session that the new one replaces. */
  token: string | null
}

/** What the browser carries from now on, and whose it is. */
export interface SignedIn {
  token: string
  cart: Cart
  user: User
}

/**
 * Starts a session for who has just proved to be somebody, and makes one cart of the browser's and the account's.
 * @throws ShopError `unauthenticated` when the account or its password changed since the proof
 */
export async function startVisit(shop: Shop, proof: Proof, { device, cart, token }: Arrival): Promise<SignedIn> {
  return shop.transaction(async (books) => {
    const session = await startProvenSession(books, proof, { device, replaces: token })
    const merged = mergeCarts(cart, await readSavedCart(books, session.user.id))
    await replaceSavedCart(books, session.user.id, merged)
    return { ...session, cart: merged }
  })
}
