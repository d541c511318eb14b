/** Returns a page's text in one line, without markup and scripts. */
export function pageText(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
}
