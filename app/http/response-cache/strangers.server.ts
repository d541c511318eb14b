import type { SessionCookie } from "../session/session-cookie.server"
import type { ToastCookie } from "../session/toast-cookie.server"

/** Every cookie of the shop has this in its name; all others are none of its business. */
const OURS = "counter"
/** Whoever brings one of these is at something of their own. */
const PERSONAL = ["counter-draft", "counter-reset"]

export interface CookieReaders {
  sessionCookie: SessionCookie
  toastCookie: ToastCookie
}

/** Whether no cookie of the shop is among these, so that nobody has to read them. */
export function saysNothing(cookies: string | undefined): boolean {
  return !cookies?.includes(OURS)
}

/**
 * Whether a request comes from nobody in particular: without a session, even one that is over, and without a cart, a toast
 * or a form of its own. A known device on which nobody is signed in is a stranger's.
 */
export function isStranger(cookies: string | undefined, readers: CookieReaders): boolean | Promise<boolean> {
  if (cookies === undefined || saysNothing(cookies)) return true
  return !PERSONAL.some((name) => cookies.includes(name)) && carriesNothing(cookies, readers)
}

async function carriesNothing(cookies: string, { sessionCookie, toastCookie }: CookieReaders): Promise<boolean> {
  const request = new Request("http://here.invalid", { headers: { Cookie: cookies } })
  const { token, cart } = await sessionCookie.read(request)
  return token === null && cart.length === 0 && (await toastCookie.take(request)) === null
}
