// /password/reset/:token
import { PasswordReset } from "~/domain/accounts/account"
import { form } from "~/http/doorways/form.server"
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"
import { pagePath } from "~/http/request/request-path"
import { resetWith } from "./reset-with.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = openMailedLink("resetCookie", "/password/reset")

/** For a form that was posted to the link itself; several browsers turn a redirected POST into a GET. */
export const action = form(
  PasswordReset,
  resetWith(({ params }) => params.token ?? ""),
  { screen: ({ request }) => pagePath(new URL(request.url).pathname) },
)
