import type { AdminLink } from "~/ui/admin-shell"

/** The screens of the administration, in the order of the sidebar. */
export const adminLinks: AdminLink[] = [
  { to: "/admin/dashboard", label: "Dashboard", icon: "chart" },
  { to: "/admin/orders", label: "Orders", icon: "receipt" },
  { to: "/admin/products", label: "Products", icon: "tag" },
  { to: "/admin/product", label: "New product", icon: "plus" },
  { to: "/admin/users", label: "Users", icon: "users" },
  { to: "/admin/reviews", label: "Reviews", icon: "star-full" },
  { to: "/admin/searches", label: "Searches", icon: "search" },
  { to: "/admin/pages", label: "Pages", icon: "edit" },
  { to: "/admin/settings", label: "Settings", icon: "filter" },
  { to: "/admin/attention", label: "Attention", icon: "alert" },
  { to: "/admin/audit", label: "Audit log", icon: "shield" },
]
