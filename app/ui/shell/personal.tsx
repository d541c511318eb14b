import { createContext, type ReactNode, useContext } from "react"

/** What differs from person to person on pages that are otherwise the same for everybody. */
export const personalParts = ["account", "toasts", "footer-links", "viewed-link"] as const
export type PersonalPart = (typeof personalParts)[number]

/** Returns the text that stands for a part while a page is rendered for everybody; null otherwise. */
export const PlaceholderContext = createContext<((part: PersonalPart) => string) | null>(null)

/** A part of the page that is for one person. It must look the same wherever it stands (no ids of React's own, no context), and not beside a text. */
export function Personal({ part, children }: { part: PersonalPart; children: ReactNode }) {
  const placeholder = useContext(PlaceholderContext)
  return placeholder ? placeholder(part) : children
}
