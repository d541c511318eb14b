// /opensearch.xml
import { staticPage } from "~/http/doorways/page.server"
import { element, escapeXml } from "./xml"

/** Characters, by the specification */
const LONGEST_NAME = 16

/**
 * Lets browsers search the shop from their address bar.
 * https://github.com/dewitt/opensearch/blob/master/opensearch-1-1-draft-6.md
 */
export const loader = staticPage({ store: "browser", maxAge: 3_600 }, ({ identity: { name, url } }) => {
  const template = `${escapeXml(url)}/products?keyword={searchTerms}`
  const parts = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">',
    element("ShortName", [...name].slice(0, LONGEST_NAME).join("")),
    element("Description", `Search the products of ${name}`),
    element("InputEncoding", "UTF-8"),
    `<Image width="16" height="16" type="image/x-icon">${escapeXml(url)}/favicon.ico</Image>`,
    `<Url type="text/html" method="get" template="${template}"/>`,
    "</OpenSearchDescription>",
    "",
  ]
  const headers = { "Content-Type": "application/opensearchdescription+xml; charset=utf-8" }
  return new Response(parts.join("\n"), { headers })
})
