import type { SessionCookie } from "~/http/session/session-cookie.server"
import type { ToastCookie } from "~/http/session/toast-cookie.server"
import { type MemoryPolicy, type PersonalCookie, personalCookies } from "./cache-policy"

/** Part of every cookie name of the shop */
const PREFIX = "counter"

const DRAFT = "counter-draft"
const RESET = "counter-reset"

/** Returns whether a request has a cookie of a form that the main part may show. */
export function changesMain(cookies = ""): boolean {
  return cookies.includes(DRAFT) || cookies.includes(RESET)
}

export interface CookieReaders {
  sessionCookie: SessionCookie
  toastCookie: ToastCookie
}

export function hasNoShopCookie(cookies: string | undefined): boolean {
  return !cookies?.includes(PREFIX)
}

export function isNeverPersonal({ personal = personalCookies }: MemoryPolicy): boolean {
  return personal.length === 0
}

/** An ended session counts as personal. */
export async function isPersonal(
  cookies: string | undefined,
  policy: MemoryPolicy,
  { sessionCookie, toastCookie }: CookieReaders,
): Promise<boolean> {
  if (cookies === undefined || hasNoShopCookie(cookies) || isNeverPersonal(policy)) return false
  const { personal = personalCookies } = policy
  const counts = (cookie: PersonalCookie) => personal.includes(cookie)
  if (counts("draft") && cookies.includes(DRAFT)) return true
  if (counts("reset") && cookies.includes(RESET)) return true
  const request = new Request("http://localhost", { headers: { Cookie: cookies } })
  const { token, cart } = await sessionCookie.read(request)
  if (counts("session") && token !== null) return true
  if (counts("cart") && cart.length > 0) return true
  return counts("toast") && (await toastCookie.take(request)) !== null
}
