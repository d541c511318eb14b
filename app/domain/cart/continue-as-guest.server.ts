import { accountLimits } from "~/domain/accounts/account-limits"
import { changeGuestEmail, insertGuest } from "~/domain/accounts/guests/guests.server"
import { consumeFrom } from "~/domain/accounts/rate-limit-keys.server"
import { type Device, endSession, type SessionToken, startSession } from "~/domain/accounts/sessions/sessions.server"
import { countTowards } from "~/domain/accounts/shop-totals.server"
import { areGuestsWelcome } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import type { CartOwner } from "./cart"
import { replaceSavedCart } from "./saved-cart.server"

interface GuestContext extends CartOwner {
  device: Device
  /** The session to replace */
  token: string | null
}

/**
 * Starts the session of a new guest; returns null for a guest who merely corrects the address.
 * @throws ShopError `invalid` if the shop wants an account, `tooMany`
 */
export async function continueAsGuest(
  shop: Shop,
  email: string,
  { user, cart, device, token }: GuestContext,
): Promise<SessionToken | null> {
  if (!areGuestsWelcome(shop.settings.current)) throw invalid("Please sign in or register to check out", "email")
  await consumeFrom(shop.limits, device.address, accountLimits.guestsFromAddress)
  await countTowards(shop, "guests")
  return shop.transaction(async (tx) => {
    if (user?.isGuest && (await changeGuestEmail(tx, user.id, email))) return null
    const guest = await insertGuest(tx, email)
    if (token) await endSession(tx, token)
    const session = await startSession(tx, guest, device, [])
    await replaceSavedCart(tx, guest.id, cart)
    return session
  })
}
