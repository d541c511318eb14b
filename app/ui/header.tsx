import { Link } from "@remix-run/react"
import { Icon } from "./icon"
import { Menu } from "./menu"
import { type HeaderUser, QuickActions } from "./quick-actions"
import { SearchForm } from "./search-form"

const links = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Products" },
  { to: "/contact", label: "Contact" },
  { to: "/about", label: "About" },
]

export interface HeaderProps {
  shopName: string
  user: HeaderUser | null
  cartCount: number
  /** What was searched for, shown again in the search box. */
  keyword?: string
  /** The path of this page; its link is marked. */
  path: string
}

export function Header({ shopName, user, cartCount, keyword, path }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-row">
        <Link to="/" className="brand">
          <Icon name="mark" />
          {shopName}
        </Link>
        <nav className="header-nav" aria-label="Main">
          <Links path={path} />
        </nav>
        <SearchForm keyword={keyword} />
        <div className="header-tools">
          <CartLink count={cartCount} />
          {user ? (
            <QuickActions user={user} cartCount={cartCount} />
          ) : (
            <Link to="/login" className="icon-button" aria-current={path === "/login" ? "page" : undefined}>
              <Icon name="user" label="Profile" />
            </Link>
          )}
          <Menu className="header-menu" label="Menu" face={<Icon name="menu" />}>
            <nav aria-label="Menu">
              <Links path={path} />
            </nav>
          </Menu>
        </div>
      </div>
    </header>
  )
}

function Links({ path }: { path: string }) {
  return (
    <ul>
      {links.map(({ to, label }) => (
        <li key={to}>
          <Link to={to} className="menu-item" aria-current={path === to ? "page" : undefined}>
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function CartLink({ count }: { count: number }) {
  return (
    <Link to="/cart" className="icon-button cart-link">
      <Icon name="cart" />
      <span className="visually-hidden">{count === 1 ? "Cart, 1 item" : `Cart, ${count} items`}</span>
      {count > 0 && (
        <span className="cart-count" aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  )
}
