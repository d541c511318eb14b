// /account/email/link/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("verificationCookie", "/account/email/confirm")
