import type { ComponentProps } from "react"
import { Icon } from "../icon"

/** The one look of a choice from a list. */
export function Select(select: ComponentProps<"select">) {
  return (
    <span className="select">
      <select {...select} />
      <Icon name="chevron-down" />
    </span>
  )
}
