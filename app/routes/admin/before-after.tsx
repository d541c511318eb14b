import type { ReactNode } from "react"

/** A value before and after a change. */
export function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <span className="changed">
      <del>
        <span className="visually-hidden">from </span>
        {before}
      </del>{" "}
      <ins>
        <span className="visually-hidden">to </span>
        {after}
      </ins>
    </span>
  )
}
