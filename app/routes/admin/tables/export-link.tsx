import { Link } from "@remix-run/react"
import { type ListQuery, listUrl } from "./list-url"

/** Leads to everything that a list's filter leaves, on all its pages, as a file. */
export function ExportLink({ list }: { list: ListQuery }) {
  return (
    <Link
      to={listUrl({ ...list, path: `${list.path}/export` }, { page: 1 })}
      reloadDocument
      className="button button-secondary button-small"
    >
      Export CSV
    </Link>
  )
}
