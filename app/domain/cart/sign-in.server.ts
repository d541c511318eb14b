import { accountLimits } from "~/domain/accounts/account-limits"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import type { Device, SessionToken } from "~/domain/accounts/sessions/sessions.server"
import { startVerifiedSession } from "~/domain/accounts/sessions/verified-session.server"
import type { User } from "~/domain/accounts/user"
import { isWithin } from "~/domain/rate-limits"
import type { Shop } from "~/domain/shop"
import { type Cart, mergeCarts } from "./cart"
import { readSavedCart, replaceSavedCart } from "./saved-cart.server"

interface SignInContext {
  device: Device
  cart: Cart
  /** The session to replace */
  token: string | null
}

interface SignedIn {
  session: SessionToken
  cart: Cart
  user: User
}

/** Throws `unauthenticated` if the account or its password changed since the verification. */
export async function startSignedInSession(
  shop: Shop,
  credentials: VerifiedCredentials,
  { device, cart, token }: SignInContext,
): Promise<SignedIn> {
  const announces = await isAnnounced(shop, credentials, device)
  return shop.transaction(async (tx) => {
    const { session, user } = await startVerifiedSession(tx, credentials, { device, replaces: token, announces })
    const saved = await readSavedCart(tx, user.id)
    if (cart.length === 0) return { session, user, cart: saved }
    const merged = mergeCarts(cart, saved)
    await replaceSavedCart(tx, user.id, merged)
    return { session, user, cart: merged }
  })
}

/** A new account already gets a welcome mail. */
async function isAnnounced(shop: Shop, { userId, via }: VerifiedCredentials, { isNew }: Device): Promise<boolean> {
  return isNew === true && via !== "registration" && isWithin(shop.limits, accountLimits.newDeviceMails, userId)
}
