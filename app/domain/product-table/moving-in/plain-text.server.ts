import { decodeHTML } from "entities"

/** Elements that end a paragraph */
const BLOCKS = new Set(
  (
    "address article aside blockquote dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ol p " +
    "pre section table tbody tfoot thead ul"
  ).split(" "),
)
/** Elements that are left out with what they contain */
const HIDDEN = new Set(["script", "style", "template", "iframe", "noscript", "svg", "head"])

interface Options {
  /** Whether line breaks of the text end lines */
  keepsLines?: boolean
}

/** Returns paragraphs of text with an empty line between them; takes linear time. */
export function plainText(html: string, { keepsLines = false }: Options = {}): string {
  const parts: string[] = []
  const addText = (text: string) => {
    const decoded = decodeHTML(text).replaceAll("\0", "").replaceAll("\u00a0", " ")
    parts.push(keepsLines ? decoded.replaceAll("\r\n", "\n") : decoded.replaceAll(/\s+/g, " "))
  }
  let at = 0
  for (;;) {
    const start = html.indexOf("<", at)
    addText(start < 0 ? html.slice(at) : html.slice(at, start))
    if (start < 0) break
    const tag = readTag(html, start)
    if (!tag) {
      addText("<")
      at = start + 1
      continue
    }
    at = tag.end
    parts.push(breakOf(tag))
  }
  return tidy(parts.join(""))
}

interface Tag {
  name: string
  isClosing: boolean
  end: number
}

/** Returns null for a `<` that begins no tag. */
function readTag(html: string, start: number): Tag | null {
  const [opening, slash, name = ""] = /^<(\/?)([a-z][a-z0-9]{0,20}|!)/i.exec(html.slice(start, start + 25)) ?? []
  if (opening === undefined) return null
  const isComment = html.startsWith("<!--", start)
  const close = isComment ? html.indexOf("-->", start + 4) : html.indexOf(">", start)
  const after = close < 0 ? html.length : close + (isComment ? 3 : 1)
  const tag = { name: name.toLowerCase(), isClosing: slash === "/", end: after }
  return HIDDEN.has(tag.name) && !tag.isClosing ? { ...tag, end: endOf(html, tag.name, after) } : tag
}

/** Returns the end of a hidden element. */
function endOf(html: string, name: string, from: number): number {
  for (let at = from; ; ) {
    const closing = html.indexOf("</", at)
    if (closing < 0) return html.length
    at = closing + 2
    if (html.slice(at, at + name.length).toLowerCase() !== name) continue
    const end = html.indexOf(">", at)
    return end < 0 ? html.length : end + 1
  }
}

function breakOf({ name, isClosing }: Tag): string {
  if (name === "br") return "\n"
  if (name === "li") return isClosing ? "" : "\n- "
  if (name === "tr") return isClosing ? "" : "\n"
  if (name === "td" || name === "th") return " "
  return BLOCKS.has(name) ? "\n\n" : ""
}

function tidy(text: string): string {
  const lines = text.split("\n").map((line) => line.replaceAll(/[^\S\n]+/g, " ").trim())
  const kept = lines.filter((line, place) => line !== "" || lines[place - 1] !== "")
  return kept.join("\n").trim()
}
