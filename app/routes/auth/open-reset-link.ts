// /password/reset/:token
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"

/** Moves the secret into a cookie, out of history and `Referer`; uses nothing up, because scanners open links too. */
export const loader = openResetLink(303)

/** Forwards a form that was posted to the link itself. */
export const action = openResetLink(307)

function openResetLink(status: 303 | 307) {
  return async ({ params: { token = "" }, context }: LoaderFunctionArgs) => {
    const headers = { "Set-Cookie": await context.resetCookie.write(token), "Cache-Control": "no-store" }
    return redirect("/password/reset", { status, headers })
  }
}
