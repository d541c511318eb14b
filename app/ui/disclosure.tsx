import type { ReactNode } from "react"
import { APART } from "./button"
import { Icon } from "./icon"

interface DisclosureProps {
  summary: ReactNode
  open?: boolean
  openWhenWide?: boolean
  children: ReactNode
}

export function Disclosure({ summary, open, openWhenWide, children }: DisclosureProps) {
  return (
    <>
      {APART}
      <details className={openWhenWide ? "disclosure disclosure-narrow" : "disclosure"} open={open}>
        <summary>
          {summary}
          <Icon name="chevron-down" />
        </summary>
        <div className="disclosure-content">{children}</div>
      </details>
    </>
  )
}
