import { useLocation, useNavigation } from "@remix-run/react"
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

/** The frame of every administration screen. */
export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  const { pathname } = useLocation()
  const loadsProduct = useLoadsProduct()
  return (
    <AdminShell links={adminLinks} path={pathname}>
      <div className="page admin-page">
        {loadsProduct ? (
          <div className="loading-page" role="status">
            <span className="spinner" aria-hidden="true" />
            <p>Loading the product …</p>
          </div>
        ) : (
          <>
            <PageHeading title={title} lead={lead} actions={actions} />
            {children}
          </>
        )}
      </div>
    </AdminShell>
  )
}

/** Whether a product is being loaded for editing, from wherever one was. A form that is being sent stays where it is. */
function useLoadsProduct(): boolean {
  const { pathname } = useLocation()
  const { state, location, formData } = useNavigation()
  if (state !== "loading" || formData !== undefined || location.pathname === pathname) return false
  return /^\/admin\/product\/[^/]+$/.test(location.pathname)
}
