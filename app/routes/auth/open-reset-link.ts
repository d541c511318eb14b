// /password/reset/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("resetCookie", "/password/reset")

/** Redirects a form that was posted to the link itself. */
export const action = openMailedLink("resetCookie", "/password/reset", 307)
