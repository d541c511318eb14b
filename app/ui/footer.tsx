import { Link } from "@remix-run/react"

interface FooterProps {
  shopName: string
  signedIn: boolean
}

export function Footer({ shopName, signedIn }: FooterProps) {
  return (
    <footer className="footer">
      <div className="footer-row">
        <p className="footer-brand">{shopName}</p>
        <nav aria-label="Quick links">
          <ul>
            <QuickLink to="/">Home</QuickLink>
            <QuickLink to="/products">Products</QuickLink>
            {signedIn ? (
              <>
                <QuickLink to="/account">Account</QuickLink>
                <QuickLink to="/orders">Orders</QuickLink>
              </>
            ) : (
              <QuickLink to="/login">Login</QuickLink>
            )}
            <QuickLink to="/contact">Contact</QuickLink>
            <QuickLink to="/about">About</QuickLink>
          </ul>
        </nav>
        <p className="footer-note">Free shipping on orders over $500. Prices in US dollars, before 10 % tax.</p>
      </div>
    </footer>
  )
}

function QuickLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}
