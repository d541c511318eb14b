// /invitation/link/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("invitationCookie", "/invitation/register")
