import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { Icon, type IconName } from "~/ui/icon"

export interface AdminLink {
  to: string
  label: string
  icon: IconName
  /** Another address of the same area */
  also?: string
}

interface AdminShellProps {
  links: AdminLink[]
  path: string
  children: ReactNode
}

export function AdminShell({ links, path, children }: AdminShellProps) {
  const here = currentLink(links, path)
  return (
    <div className="admin">
      <nav className="admin-nav" aria-label="Administration">
        <ul>
          {links.map(({ to, label, icon }) => (
            <li key={to}>
              <Link to={to} aria-current={to === here ? "page" : undefined}>
                <Icon name={icon} />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="admin-content">{children}</div>
    </div>
  )
}

/** Matches "/admin/order/1" and "/admin/orders/…" to "/admin/orders". */
export function currentLink(links: Pick<AdminLink, "to" | "also">[], path: string): string | undefined {
  const exact = links.find(({ to, also }) => to === path || also === path)
  const isUnder = (one: string) => `${path}/`.startsWith(`${one}/`)
  const list = links.find(({ to }) => isUnder(to) || isUnder(singular(to)))
  return (exact ?? list)?.to
}

function singular(list: string): string {
  return list.replace(/(ie)?s$/, (_, ie) => (ie ? "y" : ""))
}
