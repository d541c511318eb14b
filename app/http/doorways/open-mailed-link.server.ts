import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import type { Cookies } from "~/http/session/cookies.server"

type LinkCookie = keyof Pick<
  Cookies,
  | "resetCookie"
  | "emailUndoCookie"
  | "signInLinkCookie"
  | "verificationCookie"
  | "invitationCookie"
  | "orderClaimCookie"
  | "withdrawalCookie"
>

/**
 * Moves the secret into a cookie, out of history and `Referer`; does not consume the link, because scanners open links
 * too.
 */
export function openMailedLink(cookie: LinkCookie, path: string) {
  return async ({ params: { token = "" }, context }: LoaderFunctionArgs) => {
    const headers = { "Set-Cookie": await context[cookie].write(token), "Cache-Control": "no-store" }
    return redirect(path, { status: 303, headers })
  }
}
