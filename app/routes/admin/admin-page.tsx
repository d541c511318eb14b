import { useLocation, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import type { Permission } from "~/domain/accounts/permission"
import { type AdminLink, AdminShell } from "~/ui/shell/admin-shell"
import { PageHeading } from "~/ui/shell/page-heading"
import { useMay } from "./use-may"

/** With the permissions that each page demands */
const links: (AdminLink & { needs: Permission[] })[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: "chart", needs: [] },
  { to: "/admin/orders", label: "Orders", icon: "receipt", also: "/admin/papers", needs: ["orders.see"] },
  { to: "/admin/returns", label: "Returns", icon: "undo", needs: ["orders.see"] },
  { to: "/admin/products", label: "Products", icon: "tag", needs: ["products.see"] },
  {
    to: "/admin/product",
    label: "New product",
    icon: "plus",
    needs: ["products.edit", "prices.edit", "stock.correct"],
  },
  { to: "/admin/categories", label: "Categories", icon: "box", needs: ["products.see"] },
  { to: "/admin/discounts", label: "Discounts", icon: "tag", needs: ["discounts.see"] },
  { to: "/admin/users", label: "Users", icon: "users", needs: ["customers.see"] },
  { to: "/admin/reviews", label: "Reviews", icon: "star-full", needs: ["reviews.moderate"] },
  { to: "/admin/searches", label: "Searches", icon: "search", needs: ["searches.moderate"] },
  { to: "/admin/pages", label: "Pages", icon: "edit", needs: ["pages.edit"] },
  { to: "/admin/shipping", label: "Shipping", icon: "truck", needs: ["shipping.edit"] },
  { to: "/admin/taxes", label: "Taxes", icon: "receipt", also: "/admin/tax-report", needs: ["taxes.see"] },
  { to: "/admin/settings", label: "Settings", icon: "filter", needs: ["settings.edit"] },
  { to: "/admin/staff", label: "Staff", icon: "user", needs: ["staff.appoint"] },
  { to: "/admin/attention", label: "Attention", icon: "alert", needs: ["attention.settle"] },
  { to: "/admin/audit", label: "Audit log", icon: "shield", needs: ["audit.see"] },
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
  const may = useMay()
  return (
    <AdminShell links={links.filter(({ needs }) => needs.every(may))} path={pathname}>
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

/** Whether another product is being loaded; false while a form is sent. */
function useLoadsProduct(): boolean {
  const { pathname } = useLocation()
  const { state, location, formData } = useNavigation()
  if (state !== "loading" || formData !== undefined || location.pathname === pathname) return false
  return /^\/admin\/product\/[^/]+$/.test(location.pathname)
}
