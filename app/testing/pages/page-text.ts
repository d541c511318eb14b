/** What a page says, without its markup and its scripts, in one line. */
export function pageText(html: string): string {
  return html
    .replace(/<script.*?<\/script>/gs, "")
    .replace(/<!--.*?-->/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ")
}
