import type { ReactNode } from "react"
import { Lines } from "./lines"

interface FactProps {
  name: string
  /** Whether to keep line breaks */
  asWritten?: boolean
  children: ReactNode
}

/** A child of `<dl className="facts">` */
export function Fact({ name, asWritten = false, children }: FactProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={asWritten ? "as-written" : undefined}>
        {typeof children === "string" ? <Lines text={children} /> : children}
      </dd>
    </div>
  )
}
