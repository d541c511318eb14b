import { useLocation } from "@remix-run/react"
import type { ReactNode } from "react"
import { AdminShell } from "~/ui/admin-shell"
import { PageHeading } from "~/ui/page-heading"
import { adminLinks } from "./admin-links"

interface AdminPageProps {
  title: ReactNode
  lead?: ReactNode
  /** Links or buttons that concern the whole page. */
  actions?: ReactNode
  children: ReactNode
}

/** What every screen of the administration stands in. */
export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  const { pathname } = useLocation()
  return (
    <AdminShell links={adminLinks} path={pathname}>
      <div className="page admin-page">
        <PageHeading title={title} lead={lead} actions={actions} />
        {children}
      </div>
    </AdminShell>
  )
}
