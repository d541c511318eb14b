// /privacy
import { viewPage } from "~/domain/pages/view-page.server"
import { page } from "~/http/page.server"
import { ContentPage, contentMeta } from "./content-page"

export const meta = contentMeta

export const loader = page(({ shop }) => viewPage(shop, "privacy"))

export default ContentPage
