// /password/reset/:token
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"

/**
 * The address of a mailed link: its secret moves into a cookie, out of the address, the history and whatever a page tells
 * others of its address. Opening a link uses nothing up, so a scanner that looks through mails may.
 */
export const loader = openResetLink(303)

/** A form that was sent here, to the link itself, is sent on with everything in it. */
export const action = openResetLink(307)

function openResetLink(status: 303 | 307) {
  return async ({ params: { token = "" }, context }: LoaderFunctionArgs) => {
    const headers = { "Set-Cookie": await context.resetCookie.write(token), "Cache-Control": "no-store" }
    return redirect("/password/reset", { status, headers })
  }
}
