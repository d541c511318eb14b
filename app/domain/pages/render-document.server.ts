import type { Token } from "markdown-it"
import { TEXT_WIDTH, wrapText } from "~/domain/text/wrap-text"
import { markdownLanguage } from "./render-markdown.server"

interface Part {
  title: string
  /** Markdown */
  body: string
}

export interface RenderedDocument {
  /** Without a frame; links are absolute */
  html: string
  text: string
}

/** Renders texts that are read outside of the shop's pages: in a mail, in a file. */
export async function renderDocument(parts: readonly Part[], origin: string): Promise<RenderedDocument> {
  const language = await markdownLanguage()
  const rendered = parts.map(({ title, body }) => {
    const tokens = language.parse(body, {})
    for (const token of tokens) {
      if (/^h[2-5]$/.test(token.tag)) token.tag = `h${Number(token.tag[1]) + 1}`
      for (const inline of token.children ?? []) makeAbsolute(inline, origin)
    }
    return {
      html: `<h2>${language.utils.escapeHtml(title)}</h2>\n${language.renderer.render(tokens, language.options, {})}`,
      text: `${underlined(title, "=")}\n\n${plainText(tokens)}`,
    }
  })
  return {
    html: rendered.map(({ html }) => html).join("\n"),
    text: rendered.map(({ text }) => text).join("\n\n\n"),
  }
}

function makeAbsolute(token: Token, origin: string): void {
  const href = token.attrGet("href")
  if (href?.startsWith("/")) token.attrSet("href", origin + href)
}

function plainText(tokens: readonly Token[]): string {
  const blocks: string[] = []
  /** The numbers of the next items; null in lists without numbers */
  const lists: (number | null)[] = []
  let mark = ""
  /** Whether the next paragraph, and the one before it, are items of one list without blank lines */
  let isTight = false
  let wasTight = false
  const add = (text: string) => {
    if (blocks.length > 0) blocks.push(isTight && wasTight ? "\n" : "\n\n")
    blocks.push(text)
    wasTight = isTight
  }
  for (const [index, token] of tokens.entries()) {
    const { type } = token
    if (type === "bullet_list_open") lists.push(null)
    if (type === "ordered_list_open") lists.push(Number(token.attrGet("start") ?? 1))
    if (type === "bullet_list_close" || type === "ordered_list_close") {
      lists.pop()
      if (lists.length === 0) wasTight = false
    }
    if (type === "list_item_open") {
      const number = lists.pop() ?? null
      mark = number === null ? "- " : `${number}. `
      lists.push(number === null ? null : number + 1)
    }
    isTight = lists.length > 0 && (type === "inline" ? tokens[index - 1]?.hidden === true : false)
    if (type === "hr") add("* * *")
    if (type === "fence" || type === "code_block") add(token.content.trimEnd())
    if (type !== "inline") continue
    const words = inlineText(token.children ?? [])
    if (tokens[index - 1]?.type === "heading_open") {
      add(underlined(words, "-"))
      continue
    }
    const outer = "  ".repeat(Math.max(0, lists.length - 1))
    const indent = lists.length > 0 ? outer + " ".repeat(mark.length || 2) : ""
    const lines = words.split("\n").map((line, at) => wrapText(line, indent, at === 0 && mark ? outer + mark : indent))
    add(lines.join("\n"))
    mark = ""
  }
  return blocks.join("")
}

/** Writes the address of a link behind its words, unless they say it. */
function inlineText(tokens: readonly Token[]): string {
  const words: string[] = []
  let href = ""
  let start = 0
  for (const { type, content, ...token } of tokens) {
    if (type === "softbreak" || type === "hardbreak") words.push("\n")
    if (type === "link_open") {
      href = String(token.attrs?.find(([name]) => name === "href")?.[1] ?? "")
      start = words.length
    }
    if (type === "link_close" && href && !href.endsWith(words.slice(start).join(""))) words.push(` (${href})`)
    words.push(content)
  }
  return words.join("")
}

function underlined(title: string, line: string): string {
  const text = wrapText(title.replaceAll("\n", " "))
  const widest = Math.max(...text.split("\n").map(({ length }) => length))
  return `${text}\n${line.repeat(Math.min(widest, TEXT_WIDTH))}`
}
