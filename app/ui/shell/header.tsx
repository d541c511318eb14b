import { Link } from "@remix-run/react"
import { type PictureView, pictureSrcset, pictureUrl } from "~/domain/media/picture"
import { APART } from "~/ui/button"
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
        <MainMenu path={path} />
        <SearchForm keyword={keyword} />
        <div className="header-tools">
          <Personal part="account">
            <AccountTools user={user} cartCount={cartCount} path={path} />
          </Personal>
        </div>
      </div>
    </header>
  )
}

/** The logo is decoration, because the name is next to it. */
function Logo({ picture }: { picture: PictureView }) {
  return (
    <>
      <picture className="logo">
        <source type="image/avif" srcSet={pictureSrcset(picture, "avif", 320)} sizes="6rem" />
        <img src={pictureUrl(picture, 320)} alt="" width={picture.width} height={picture.height} />
      </picture>
      {APART}
    </>
  )
}

/** The links follow the disclosure that shows them on narrow screens, so that the document has them once. */
export function MainMenu({ path }: { path: string }) {
  return (
    <div className="header-links">
      <Menu className="header-menu" label="Menu" trigger={<Icon name="menu" />} />
      <nav aria-label="Main">
        <ul>
          {links.map(({ to, label }) => (
            <li key={to}>
              <Link to={to} className="menu-item" aria-current={path === to ? "page" : undefined}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  )
}

export function AccountTools({ user, cartCount, path }: Pick<HeaderProps, "user" | "cartCount" | "path">) {
  return (
    <>
      <CartLink count={cartCount} />{" "}
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
      <span className="visually-hidden">{count > 0 ? "Cart, " : "Cart, 0"}</span>{" "}
      {count > 0 && (
        <>
          <span className="cart-count">{count > 99 ? "99+" : count}</span>{" "}
        </>
      )}
      <span className="visually-hidden">{count === 1 ? " item" : " items"}</span>
    </Link>
  )
}
