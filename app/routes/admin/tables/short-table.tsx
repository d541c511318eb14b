import { Link } from "@remix-run/react"
import type { ReactNode } from "react"

interface ShortTableProps {
  title: string
  /** The page with the whole list, if there is one. */
  more?: string
  nothing: string
  /** The last one stands at the end. */
  columns: string[]
  rows: { id: string; cells: ReactNode[] }[]
}

/** The first few rows of a longer list. */
export function ShortTable({ title, more, nothing, columns, rows }: ShortTableProps) {
  const id = title.toLowerCase().replaceAll(" ", "-")
  return (
    <section aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id}>{title}</h2>
        {more && <Link to={more}>Show all</Link>}
      </div>
      {rows.length === 0 ? (
        <p className="muted">{nothing}</p>
      ) : (
        <table className="short-table" aria-labelledby={id}>
          <thead className="visually-hidden">
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells: [first, ...rest] }) => (
              <tr key={id}>
                <th scope="row">{first}</th>
                {rest.map((cell, place) => (
                  <td key={columns[place + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
