import { useLocation, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { type AdminLink, AdminShell } from "~/ui/shell/admin-shell"
import { PageHeading } from "~/ui/shell/page-heading"
import { useMayOpen } from "./use-may"

const links: AdminLink[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: "chart" },
  { to: "/admin/orders", label: "Orders", icon: "receipt", also: "/admin/invoices" },
  { to: "/admin/returns", label: "Returns", icon: "undo" },
  { to: "/admin/products", label: "Products", icon: "tag" },
  { to: "/admin/product", label: "New product", icon: "plus" },
  { to: "/admin/categories", label: "Categories", icon: "box", also: "/admin/options" },
  { to: "/admin/discounts", label: "Discounts", icon: "tag" },
  { to: "/admin/users", label: "Users", icon: "users" },
  { to: "/admin/reviews", label: "Reviews", icon: "star-full" },
  { to: "/admin/searches", label: "Searches", icon: "search" },
  { to: "/admin/pages", label: "Pages", icon: "edit" },
  { to: "/admin/shipping", label: "Shipping", icon: "truck" },
  { to: "/admin/taxes", label: "Taxes", icon: "receipt", also: "/admin/tax-report" },
  { to: "/admin/settings", label: "Settings", icon: "filter" },
  { to: "/admin/staff", label: "Staff", icon: "user" },
  { to: "/admin/attention", label: "Attention", icon: "alert" },
  { to: "/admin/audit", label: "Audit log", icon: "shield" },
]

interface AdminPageProps {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function AdminPage({ title, lead, actions, children }: AdminPageProps) {
  const { pathname } = useLocation()
  const loadsProduct = useLoadsProduct()
  const mayOpen = useMayOpen()
  return (
    <AdminShell links={links.filter(({ to }) => mayOpen(to))} path={pathname}>
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

/** Whether another product is being loaded; false while a form is sent */
function useLoadsProduct(): boolean {
  const { pathname } = useLocation()
  const { state, location, formData } = useNavigation()
  if (state !== "loading" || formData !== undefined || location.pathname === pathname) return false
  return /^\/admin\/product\/[^/]+$/.test(location.pathname)
}
