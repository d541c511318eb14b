import type { ReactNode } from "react"

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

interface Change {
  label: string
  before?: string
  after?: string
}

export function ChangeList({ changes }: { changes: Change[] }) {
  return (
    <ul>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {after === undefined ? label : `${label}: `}
          {before === undefined ? after : <BeforeAfter before={before} after={after} />}
        </li>
      ))}
    </ul>
  )
}
