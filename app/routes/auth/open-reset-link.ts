// /password/reset/:token
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"

/**
 * The address of a mailed link: its secret moves into a cookie, out of the address, the history and whatever a page tells
 * others of its address. Opening a link uses nothing up, so a scanner that looks through mails may.
 */
export function loader(args: LoaderFunctionArgs) {
  return openResetLink(args, 303)
}

/** A form that was sent here, to the link itself, is sent on with everything in it. */
export function action(args: ActionFunctionArgs) {
  return openResetLink(args, 307)
}

async function openResetLink({ params, context }: LoaderFunctionArgs, status: 303 | 307): Promise<Response> {
  const { token = "" } = params
  const headers = { "Set-Cookie": await context.resetCookie.write(token), "Cache-Control": "no-store" }
  return redirect("/password/reset", { status, headers })
}
