// /email/undo/:token
import { openMailedLink } from "~/http/doorways/open-mailed-link.server"

export const loader = openMailedLink("emailUndoCookie", "/email/undo")
