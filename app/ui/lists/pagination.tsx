import { Link } from "@remix-run/react"

interface PaginationProps {
  /** The page number, from 1 */
  page: number
  pages: number
  href: (page: number) => string
}

export function Pagination({ page, pages, href }: PaginationProps) {
  if (pages <= 1) return null
  return (
    <nav className="pagination" aria-label="Pages">
      <ul>
        <Step label="1st" name="First page" to={page > 1 && href(1)} />
        <Step label="Prev" name="Previous page" rel="prev" to={page > 1 && href(Math.min(page - 1, pages))} />
        {pageWindow(page, pages).map((number) => (
          <li key={number} className="pagination-number">
            <Link to={href(number)} aria-current={number === page ? "page" : undefined}>
              <span className="visually-hidden">Page </span>
              {number}
            </Link>
          </li>
        ))}
        <li className="pagination-place">
          Page {page} of {pages}
        </li>
        <Step label="Next" name="Next page" rel="next" to={page < pages && href(page + 1)} />
        <Step label="Last" name="Last page" to={page < pages && href(pages)} />
      </ul>
    </nav>
  )
}

/** Up to five pages around the current one. */
export function pageWindow(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - 2, pages - 4))
  const last = Math.min(pages, first + 4)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

interface StepProps {
  label: string
  name: string
  rel?: string
  to: string | false
}

function Step({ label, name, rel, to }: StepProps) {
  return (
    <li>
      {to ? (
        <Link to={to} rel={rel} title={name}>
          {label}
        </Link>
      ) : (
        <span className="pagination-end" aria-disabled="true">
          {label}
        </span>
      )}
    </li>
  )
}
