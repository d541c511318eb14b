import { Link } from "@remix-run/react"
import { paths } from "~/paths"
import { Lines } from "~/ui/lines"
import { Personal } from "./personal"
import { dialled, type Site } from "./site"

interface FooterProps {
  shopName: string
  site: Site
  signedIn: boolean
  /** Contains only the links */
  compact?: boolean
}

export function Footer({ shopName, site, signedIn, compact = false }: FooterProps) {
  return (
    <footer className="footer">
      <div className="footer-row">
        <p className="footer-brand">{shopName}</p>
        <QuickLinks signedIn={signedIn} notice={site.notice} />
        {!compact &&
          site.notes?.map((note) => (
            <p key={note} className="footer-note">
              {note}
            </p>
          ))}
      </div>
      {!compact && <Reach site={site} />}
    </footer>
  )
}

const pages = ["Contact", "About", "Shipping and returns", "Privacy", "Terms", "Imprint", "Accessibility"]

function QuickLinks({ signedIn, notice }: Pick<FooterProps, "signedIn"> & Pick<Site, "notice">) {
  return (
    <nav aria-label="Quick links">
      <ul>
        <QuickLink to="/">Home</QuickLink>
        <QuickLink>Products</QuickLink>
        <Personal part="footer-links">
          <AccountLinks signedIn={signedIn} />
        </Personal>
        {pages.map((label) => (
          <QuickLink key={label}>{label}</QuickLink>
        ))}
        {notice && <QuickLink to={notice}>Legal guarantee</QuickLink>}
        <QuickLink to="/withdraw">Withdraw from contract here</QuickLink>
      </ul>
    </nav>
  )
}

export function AccountLinks({ signedIn }: Pick<FooterProps, "signedIn">) {
  if (!signedIn) return <QuickLink>Login</QuickLink>
  return (
    <>
      <QuickLink>Account</QuickLink>
      <QuickLink>Orders</QuickLink>
    </>
  )
}

function Reach({ site: { address, telephone, openingHours, taxId, socialLinks = [] } }: { site: Site }) {
  if (!address && !telephone && !openingHours && !taxId && socialLinks.length === 0) return null
  return (
    <div className="footer-row footer-reach">
      {address && (
        <address>
          <Lines text={address} />
        </address>
      )}
      {(telephone || openingHours) && (
        <div>
          {telephone && (
            <p>
              <a href={dialled(telephone)}>{telephone}</a>
            </p>
          )}
          {openingHours && (
            <p>
              <Lines text={openingHours} />
            </p>
          )}
        </div>
      )}
      {taxId && <p>Tax ID: {taxId}</p>}
      {socialLinks.length > 0 && (
        <ul aria-label="Elsewhere">
          {socialLinks.map((link) => (
            <li key={link}>
              <a href={link} rel="me noreferrer">
                {new URL(link).hostname.replace(/^www\./, "")}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface QuickLinkProps {
  children: string
  /** The link's text, by default the page's title */
  to?: string
}

function QuickLink({ children, to = paths.page(children.toLowerCase().replaceAll(" ", "-")) }: QuickLinkProps) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}
