import type { ReactNode } from "react"

interface PageHeadingProps {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
}

export function PageHeading({ title, lead, actions }: PageHeadingProps) {
  return (
    <div className="page-heading">
      <div>
        <h1>{title}</h1>
        {lead && <p className="lead">{lead}</p>}
      </div>
      {actions && <div className="cluster">{actions}</div>}
    </div>
  )
}
