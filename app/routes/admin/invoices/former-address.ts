// /admin/papers
import { adminPage } from "~/http/doorways/page.server"

export const loader = adminPage([], ({ url, redirectToCurrent }) => redirectToCurrent(`/admin/invoices${url.search}`))
