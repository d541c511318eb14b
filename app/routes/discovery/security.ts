// /.well-known/security.txt
import { DAY } from "~/domain/durations"
import { staticPage } from "~/http/doorways/page.server"

/** The RFC recommends less than a year. */
const VALID_FOR = 180 * DAY

/** Says whom to tell about a security problem. https://www.rfc-editor.org/rfc/rfc9116 */
export const loader = staticPage({ store: "browser", maxAge: 3_600 }, ({ identity: { url, email }, now }) => {
  const expires = new Date(Math.floor((now().getTime() + VALID_FOR) / DAY) * DAY)
  const lines = [
    `Contact: mailto:${encodeURI(email)}`,
    `Contact: ${url}/contact`,
    `Expires: ${expires.toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${url}/.well-known/security.txt`,
    "",
  ]
  return new Response(lines.join("\n"), { headers: { "Content-Type": "text/plain; charset=utf-8" } })
})
