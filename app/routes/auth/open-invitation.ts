// /invitation/link/:token
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"

/** Moves the secret into a cookie, as that of a reset link; scanners open links, so it uses nothing up. */
export const loader = async ({ params: { token = "" }, context }: LoaderFunctionArgs) => {
  const headers = { "Set-Cookie": await context.invitationCookie.write(token), "Cache-Control": "no-store" }
  return redirect("/invitation/register", { status: 303, headers })
}
