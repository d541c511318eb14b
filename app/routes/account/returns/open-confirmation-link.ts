// /withdraw/confirm/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("withdrawalCookie", "/withdraw/confirm")
