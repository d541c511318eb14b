// /login/link/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("signInLinkCookie", "/login/by-link")
