// /orders/join/:token
import { page } from "~/http/doorways/page.server"

/** Moves the secret into a cookie, also before a sign-in; scanners open links, so only the button on the page joins. */
export const loader = page(async ({ params: { token = "" }, context, setCookie, redirect }) => {
  setCookie(await context.orderClaimCookie.write(token))
  const answer = redirect("/orders/joining")
  answer.headers.set("Cache-Control", "no-store")
  return answer
})
