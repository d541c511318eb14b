import { elementsIn, parseHtml, textIn } from "../markup/html-tree"

/** Returns the text of a page's body in one line. */
export function documentText(html: string): string {
  const body = elementsIn(parseHtml(html)).find(({ tag }) => tag === "body")
  return body ? textIn(body).replace(/\s+/g, " ") : ""
}
