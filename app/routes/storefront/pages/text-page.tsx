// /shipping-and-returns /privacy /terms /imprint /accessibility
import { matchPath } from "@remix-run/react"
import { pageNames } from "~/domain/pages/page"
import { viewPage } from "~/domain/pages/view-page.server"
import { notFound } from "~/domain/shop-error"
import { cachedPage } from "~/http/doorways/page.server"
import { pagePath } from "~/http/request/request-path"
import { paths } from "~/paths"
import { ContentPage, contentMeta } from "./content-page"

export const meta = contentMeta

export const loader = cachedPage({ store: "memory", ignoresUnknown: true, sharesMain: true }, ({ shop, url }) => {
  const path = decodeURI(pagePath(url.pathname))
  const name = pageNames.find((name) => matchPath(paths.page(name), path))
  if (!name) throw notFound("There is no such page")
  return viewPage(shop, name)
})

export default ContentPage
