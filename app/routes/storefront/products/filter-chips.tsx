import { Link } from "@remix-run/react"
import { Icon } from "~/ui/icon"

interface FilterChipsProps {
  chips: { label: string; href: string }[]
  clearHref: string
}

export function FilterChips({ chips, clearHref }: FilterChipsProps) {
  if (chips.length === 0) return null
  return (
    <ul className="filter-chips" aria-label="Active filters">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <Link to={href} preventScrollReset>
            <span className="visually-hidden">Remove filter </span>
            {label}
            <Icon name="close" />
          </Link>
        </li>
      ))}
      {chips.length > 1 && (
        <li>
          <Link to={clearHref} preventScrollReset className="filter-chips-clear">
            Clear all
          </Link>
        </li>
      )}
    </ul>
  )
}
