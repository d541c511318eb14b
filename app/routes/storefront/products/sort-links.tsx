import { Link } from "@remix-run/react"

export function SortLinks({ sorts }: { sorts: { name: string; href: string; current: boolean }[] }) {
  return (
    <nav className="sort-links" aria-label="Sort by">
      <ul>
        {sorts.map(({ name, href, current }) => (
          <li key={name}>
            <Link to={href} aria-current={current ? "true" : undefined} preventScrollReset>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
