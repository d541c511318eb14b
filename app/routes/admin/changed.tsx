import type { ReactNode } from "react"

/** What something was, and what it is now. */
export function Changed({ before, after }: { before: ReactNode; after: ReactNode }) {
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
