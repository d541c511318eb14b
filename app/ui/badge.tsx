import type { ReactNode } from "react"

interface BadgeProps {
  tone: "good" | "bad" | "neutral"
  children: ReactNode
}

/** A status in a word; the colour and the dot only repeat it. */
export function Badge({ tone, children }: BadgeProps) {
  return <span className={`badge badge-${tone}`}>{children}</span>
}
