import type MarkdownIt from "markdown-it"
import type { Token } from "markdown-it"
import type { RenderedText } from "./page"

/** A web address, a mail, a call, a path of this site or a place on this page: nothing that runs. */
const SAFE_LINK = /^(https?:\/\/|mailto:|tel:|#|\/(?![/\\]))/i

let renderer: Promise<MarkdownIt> | null = null

/**
 * Markdown as HTML. Tags in it are shown as they are written, and so are links that lead anywhere but to a page, a mail or
 * a call; pictures and tables are left out of the language. The page has a heading of its own: those of the text stand below it.
 */
export async function renderMarkdown(markdown: string): Promise<RenderedText> {
  renderer ??= openRenderer()
  const language = await renderer
  const tokens = language.parse(markdown, {})
  return { html: language.renderer.render(tokens, language.options, {}), summary: firstParagraph(tokens) }
}

/** What it says before anything else, without its marks. */
function firstParagraph(tokens: Token[]): string {
  const first = tokens.findIndex(({ type }) => type === "paragraph_open")
  const words = tokens[first + 1]?.children ?? []
  return first < 0 ? "" : words.map(({ type, content }) => (type === "softbreak" ? " " : content)).join("")
}

/** Loaded when the first page is shown. */
async function openRenderer(): Promise<MarkdownIt> {
  const { default: MarkdownIt } = await import("markdown-it")
  // This preset goes no deeper than 20 levels; at 100 a page of nothing but brackets takes more than a second.
  const markdown = new MarkdownIt("commonmark", { html: false, xhtmlOut: false, breaks: true })
  markdown.disable("image")
  markdown.validateLink = (url) => SAFE_LINK.test(url.trim())
  markdown.core.ruler.push("headings", ({ tokens }) => {
    for (const token of tokens) if (token.tag === "h1") token.tag = "h2"
  })
  return markdown
}
