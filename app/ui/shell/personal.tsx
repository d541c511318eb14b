import { createContext, type ReactNode, useContext } from "react"

/** What differs between people on pages that are otherwise the same for everybody. */
const personalParts = ["account", "toasts", "footer-links", "viewed-link"] as const
export type PersonalPart = (typeof personalParts)[number]

/** Returns the text that stands for a part while a page is rendered for everybody; `null` otherwise. */
export const PlaceholderContext = createContext<((part: PersonalPart) => string) | null>(null)

/** Is also rendered on its own, so it has no `useId`, no context but the router's, and no text beside it. */
export function Personal({ part, children }: { part: PersonalPart; children: ReactNode }) {
  const placeholder = useContext(PlaceholderContext)
  return placeholder ? placeholder(part) : children
}
