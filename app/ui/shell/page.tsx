import type { ReactNode } from "react"
import { Breadcrumbs } from "./breadcrumbs"
import { PageHeading } from "./page-heading"

interface PageProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

/** A page for reading or for one form */
export function NarrowPage({ trail, title, lead, children }: PageProps & Partial<Parameters<typeof Breadcrumbs>[0]>) {
  return (
    <div className="page page-narrow">
      {trail && <Breadcrumbs trail={trail} />}
      <PageHeading title={title} lead={lead} />
      {children}
    </div>
  )
}

/** A page that is one card, such as the sign-in pages */
export function CardPage({ title, lead, children }: PageProps) {
  return (
    <div className="page">
      <div className="auth-card">
        <PageHeading title={title} lead={lead} />
        {children}
      </div>
    </div>
  )
}
