import { decodeHTML } from "entities"

export interface HtmlElement {
  tag: string
  attributes: Readonly<Record<string, string>>
  children: HtmlNode[]
  parent: HtmlElement | null
}

/** An element, or the text between elements */
export type HtmlNode = HtmlElement | string

const voidTags = new Set(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"])
const TOKEN = /<!--[\s\S]*?-->|<!doctype[^>]*>|<(\/?)([a-z][a-z0-9-]*)((?:[^>"]|"[^"]*")*)>|[^<]+|</gi
const ATTRIBUTE = /([^\s=/"]+)(?:="([^"]*)")?/g

/** Reads the well-formed HTML that React writes; neighbouring texts are one text. */
export function parseHtml(html: string): HtmlElement {
  const root: HtmlElement = { tag: "#document", attributes: {}, children: [], parent: null }
  let open = root
  const text = html.replaceAll(/(<(script|style)\b[^>]*>)[\s\S]*?(<\/\2>)/gi, "$1$3")
  for (const [token, closing, name = "", attributes = ""] of text.matchAll(TOKEN)) {
    if (token.startsWith("<!")) continue
    const tag = name.toLowerCase()
    if (tag === "") appendText(open, decodeHTML(token))
    else if (closing) open = closestTo(open, tag)?.parent ?? open
    else {
      const element: HtmlElement = { tag, attributes: attributesIn(attributes), children: [], parent: open }
      open.children.push(element)
      if (!voidTags.has(tag) && !attributes.endsWith("/")) open = element
    }
  }
  return root
}

function appendText(open: HtmlElement, text: string): void {
  const last = open.children.at(-1)
  if (typeof last === "string") open.children[open.children.length - 1] = last + text
  else open.children.push(text)
}

function attributesIn(text: string): Record<string, string> {
  const found = [...text.matchAll(ATTRIBUTE)]
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name.toLowerCase(), decodeHTML(value)]))
}

function closestTo(element: HtmlElement, tag: string): HtmlElement | null {
  for (let at: HtmlElement | null = element; at; at = at.parent) if (at.tag === tag) return at
  return null
}

/** Finds the nearest element around another that matches. */
export function closest({ parent }: HtmlElement, ...tags: string[]): HtmlElement | null {
  for (let at = parent; at; at = at.parent) if (tags.includes(at.tag)) return at
  return null
}

/** Returns an element and all elements in it, in the order of the document. */
export function elementsIn(element: HtmlElement): HtmlElement[] {
  const found = [element]
  for (const child of element.children) if (typeof child !== "string") found.push(...elementsIn(child))
  return found
}

/** Returns the text that a browser without styles draws, with words for pictures. */
export function textIn(node: HtmlNode): string {
  if (typeof node === "string") return node
  if (["script", "style", "svg", "template", "datalist"].includes(node.tag)) return ""
  if (node.tag === "img") return node.attributes.alt ?? ""
  return node.children.map(textIn).join("")
}
