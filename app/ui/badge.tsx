import type { ReactNode } from "react"

interface BadgeProps {
  tone: "good" | "bad" | "neutral"
  children: ReactNode
}

/** Colour and dot only repeat the word. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
