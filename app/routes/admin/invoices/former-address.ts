// /admin/papers
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"

export const loader = adminPage([], ({ url, redirectToCurrent }) => redirectToCurrent(paths.adminInvoices(url.search)))
