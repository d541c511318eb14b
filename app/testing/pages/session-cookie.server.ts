import { startSession } from "~/domain/accounts/sessions/sessions.server"
import type { User } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { openSessionCookie } from "~/http/session/session-cookie.server"
import { journeySecret } from "../processes/built-shop.server"

/** Creates a session in a built shop and returns its `Set-Cookie` line. */
export async function newSessionCookie(shop: Shop, user: Pick<User, "id" | "role">): Promise<string> {
  const { token } = await startSession(shop, user, { userAgent: "", address: "" })
  return openSessionCookie({ secrets: [journeySecret], secure: false }).write({ token, cart: [] })
}
