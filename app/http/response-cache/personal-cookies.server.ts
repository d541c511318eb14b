import { type MemoryPolicy, type PersonalCookie, personalCookies } from "../cache-policy"
import type { SessionCookie } from "../session/session-cookie.server"
import type { ToastCookie } from "../session/toast-cookie.server"

/** Part of the name of every cookie of the shop. */
const PREFIX = "counter"

const DRAFT = "counter-draft"
const RESET = "counter-reset"

/** Whether a request has a cookie of a form that the main part may show. */
export function changesMain(cookies = ""): boolean {
  return cookies.includes(DRAFT) || cookies.includes(RESET)
}

export interface CookieReaders {
  sessionCookie: SessionCookie
  toastCookie: ToastCookie
}

/** Whether a `Cookie` header has none of the shop's cookies. */
export function hasNoShopCookie(cookies: string | undefined): boolean {
  return !cookies?.includes(PREFIX)
}

/** Whether no cookie makes responses under this policy personal. */
export function isForEverybody({ personal = personalCookies }: MemoryPolicy): boolean {
  return personal.length === 0
}

/** Whether a request has a cookie that makes responses under this policy personal; a session that is over is one. */
export async function isPersonal(
  cookies: string | undefined,
  policy: MemoryPolicy,
  { sessionCookie, toastCookie }: CookieReaders,
): Promise<boolean> {
  if (cookies === undefined || hasNoShopCookie(cookies) || isForEverybody(policy)) return false
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
