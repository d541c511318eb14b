/** The pages that administrators write, in the order of the footer; the last part of their address. */
export const pageNames = [
  "shipping-and-returns",
  "privacy",
  "terms",
  "imprint",
  "accessibility",
  "about",
  "contact",
] as const
export type PageName = (typeof pageNames)[number]

export function isPageName(text: string | undefined): text is PageName {
  return (pageNames as readonly (string | undefined)[]).includes(text)
}

/** One saved state of a page; version 0 is what is shipped. */
export interface PageVersion {
  name: PageName
  version: number
  title: string
  /** Markdown, with places for what the settings say. */
  body: string
  author: string | null
  createdAt: Date | null
  restoredFrom: number | null
}

export interface RenderedText {
  html: string
  /** Its first paragraph, for search engines and previews. */
  summary: string
}

/** A page as shoppers see it. */
export interface RenderedPage extends RenderedText {
  title: string
}

export const MAX_BODY = 20_000
/** What fits into the tab of a browser, and into the footer. */
export const MAX_TITLE = 100
