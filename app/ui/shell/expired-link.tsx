import { isRouteErrorResponse, useRouteError } from "@remix-run/react"
import type { ReactNode } from "react"
import { CardPage } from "./page"

interface ExpiredLinkProps {
  title?: string
  lead: string
  children: ReactNode
}

/** The error page of a route for a mailed link: an invalid link is refused with 400. */
export function ExpiredLink({ title = "This link has expired", lead, children }: ExpiredLinkProps) {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 400) throw error
  return (
    <CardPage title={title} lead={lead}>
      {children}
    </CardPage>
  )
}
