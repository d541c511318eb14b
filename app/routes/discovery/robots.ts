// /robots.txt
import { staticPage } from "~/http/doorways/page.server"

/** https://www.rfc-editor.org/rfc/rfc9309; a page with `noindex` must stay readable, or crawlers do not see that. */
const UNREAD = ["/admin", "/account", "/api/v1/", "/dev/", "/order/", "/orders", "/process/", "/search/suggest"]

export const loader = staticPage({ store: "browser", maxAge: 3_600 }, ({ identity: { url } }) => {
  const lines = ["User-agent: *", ...UNREAD.map((path) => `Disallow: ${path}`), "", `Sitemap: ${url}/sitemap.xml`, ""]
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  })
})
