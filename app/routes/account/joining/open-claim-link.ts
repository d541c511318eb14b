// /orders/join/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("orderClaimCookie", "/orders/joining")
