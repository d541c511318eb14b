/** Appends data as Remix's streaming component does; `app/connection/late-scripts.tsx` waits for it. */
export function withPageData(html: string, data: string, nonce: string | undefined): string {
  const attribute = nonce === undefined ? "" : ` nonce="${nonce}"`
  const script = `<script${attribute}>__remixContext.end('${escapeData(data)}')</script>`
  const end = html.lastIndexOf("</body>")
  return end < 0 ? html : html.slice(0, end) + script + html.slice(end)
}

/** Single quotes need fewer escapes, because data is full of double ones. */
export function escapeData(text: string): string {
  return text.replace(/[\\'\n\r\u2028\u2029<]/g, (found) => escapes[found] ?? found)
}

const escapes: Record<string, string> = {
  "\\": "\\\\",
  "'": "\\'",
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
  "<": "\\x3c",
}
