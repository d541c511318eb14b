import { isRouteErrorResponse, useRouteError } from "@remix-run/react"
import type { ReactNode } from "react"
import { PageHeading } from "./page-heading"

interface ExpiredLinkProps {
  title?: string
  lead: string
  children: ReactNode
}

/** The error page of a route that a mailed link leads to: a link that cannot be used is refused with 400. */
export function ExpiredLink({ title = "This link has expired", lead, children }: ExpiredLinkProps) {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 400) throw error
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading title={title} lead={lead} />
        {children}
      </div>
    </div>
  )
}
