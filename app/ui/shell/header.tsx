import { Link } from "@remix-run/react"
import { type PictureView, pictureSrcset, pictureUrl } from "~/domain/media/picture"
import { pluralize } from "~/domain/text/pluralize"
import { Icon } from "~/ui/icon"
import { Menu } from "./menu"
import { Personal } from "./personal"
import { type HeaderUser, QuickActions } from "./quick-actions"
import { SearchForm } from "./search-form"
import type { Site } from "./site"

const links = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Products" },
  { to: "/contact", label: "Contact" },
  { to: "/about", label: "About" },
]

export interface HeaderProps {
  shopName: string
  site: Site
  user: HeaderUser | null
  cartCount: number
  keyword?: string
  path: string
}

export function Header({ shopName, site, user, cartCount, keyword, path }: HeaderProps) {
  return (
    <header className="header">
      <div className="header-row">
        <Link to="/" className="brand">
          {site.logo ? <Logo picture={site.logo} /> : <Icon name="mark" />}
          {shopName}
        </Link>
        <MainLinks path={path} />
        <SearchForm keyword={keyword} />
        <div className="header-tools">
          <Personal part="account">
            <AccountTools user={user} cartCount={cartCount} path={path} />
          </Personal>
          <MainMenu path={path} />
        </div>
      </div>
    </header>
  )
}

/** The logo is decoration, because the name is next to it. */
function Logo({ picture }: { picture: PictureView }) {
  return (
    <picture className="logo">
      <source type="image/avif" srcSet={pictureSrcset(picture, "avif", 320)} sizes="6rem" />
      <img src={pictureUrl(picture, 320)} alt="" width={picture.width} height={picture.height} />
    </picture>
  )
}

/** Links on wide screens */
export function MainLinks({ path }: { path: string }) {
  return (
    <nav className="header-nav" aria-label="Main">
      <Links path={path} />
    </nav>
  )
}

/** The same links on narrow screens */
export function MainMenu({ path }: { path: string }) {
  return (
    <Menu className="header-menu" label="Menu" trigger={<Icon name="menu" />}>
      <nav aria-label="Menu">
        <Links path={path} />
      </nav>
    </Menu>
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

export function AccountTools({ user, cartCount, path }: Pick<HeaderProps, "user" | "cartCount" | "path">) {
  return (
    <>
      <CartLink count={cartCount} />
      {user ? (
        <QuickActions user={user} cartCount={cartCount} />
      ) : (
        <Link to="/login" className="icon-button" aria-current={path === "/login" ? "page" : undefined}>
          <Icon name="user" label="Profile" />
        </Link>
      )}
    </>
  )
}

function CartLink({ count }: { count: number }) {
  return (
    <Link to="/cart" className="icon-button cart-link">
      <Icon name="cart" />
      <span className="visually-hidden">{`Cart, ${pluralize(count, "item")}`}</span>
      {count > 0 && (
        <span className="cart-count" aria-hidden="true">
          {count > 99 ? "99+" : count}
        </span>
      )}
    </Link>
  )
}
