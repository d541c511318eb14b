import type MarkdownIt from "markdown-it"
import type { Token } from "markdown-it"
import type { RenderedText } from "./page"

/** Excludes `javascript:` and similar protocols. */
const SAFE_LINK = /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i

let renderer: Promise<MarkdownIt> | null = null

/** Omits HTML, unsafe links, pictures and tables; headings begin below the page's own. */
export async function renderMarkdown(markdown: string): Promise<RenderedText> {
  const language = await markdownLanguage()
  const tokens = language.parse(markdown, {})
  return { html: language.renderer.render(tokens, language.options, {}), summary: firstParagraph(tokens) }
}

export function markdownLanguage(): Promise<MarkdownIt> {
  renderer ??= openRenderer()
  return renderer
}

function firstParagraph(tokens: Token[]): string {
  const first = tokens.findIndex(({ type }) => type === "paragraph_open")
  const words = tokens[first + 1]?.children ?? []
  return first < 0 ? "" : words.map(({ type, content }) => (type === "softbreak" ? " " : content)).join("")
}

async function openRenderer(): Promise<MarkdownIt> {
  const { default: MarkdownIt } = await import("markdown-it")
  // This preset nests at most 20 levels; with 100, a page of brackets takes more than a second.
  const markdown = new MarkdownIt("commonmark", { html: false, xhtmlOut: false, breaks: true })
  markdown.disable("image")
  markdown.validateLink = (url) => SAFE_LINK.test(url.trim())
  markdown.core.ruler.push("headings", ({ tokens }) => {
    for (const token of tokens) if (token.tag === "h1") token.tag = "h2"
  })
  return markdown
}
