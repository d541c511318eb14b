import { createContext, type ReactNode, useContext } from "react"

/** The parts of a page that differ between people, while the rest is the same for everyone */
const personalParts = ["account", "toasts", "footer-links", "viewed-link", "form-token"] as const
export type PersonalPart = (typeof personalParts)[number]

/** Returns the placeholder for a part while a page is rendered for everyone; `null` otherwise. */
export const PlaceholderContext = createContext<((part: PersonalPart) => string) | null>(null)

/** Is also rendered on its own, so it has no `useId`, no context but the router's, and no adjacent text. */
export function Personal({ part, children }: { part: PersonalPart; children: ReactNode }) {
  const placeholder = useContext(PlaceholderContext)
  return placeholder ? placeholder(part) : children
}
