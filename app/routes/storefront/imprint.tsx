// /imprint
import type { LoaderFunctionArgs } from "@remix-run/node"
import { viewPage } from "~/domain/pages/view-page.server"
import { page } from "~/http/page.server"
import { ContentPage, contentMeta } from "./content-page"

export const meta = contentMeta

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ shop }) => viewPage(shop, "imprint"))
}

export default ContentPage
