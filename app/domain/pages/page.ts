/** The last segments of their paths, in the order of the footer */
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

/** Version 0 is the shipped page. */
export interface PageVersion {
  name: PageName
  version: number
  title: string
  /** Markdown with placeholders */
  body: string
  author: string | null
  createdAt: Date | null
  restoredFrom: number | null
}

export interface RenderedText {
  html: string
  summary: string
}

export interface RenderedPage extends RenderedText {
  title: string
}

export const MAX_BODY = 20_000
export const MAX_TITLE = 100
