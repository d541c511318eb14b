// /orders/join/:token
import { openMailedLink } from "~/http/session/open-mailed-link.server"

export const loader = openMailedLink("orderClaimCookie", "/orders/joining")
