// /login/link/:token
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"

/** Moves the secret into a cookie, as that of a reset link; scanners open links, so only the button on the page signs in. */
export const loader = async ({ params: { token = "" }, context }: LoaderFunctionArgs) => {
  const headers = { "Set-Cookie": await context.signInLinkCookie.write(token), "Cache-Control": "no-store" }
  return redirect("/login/by-link", { status: 303, headers })
}
