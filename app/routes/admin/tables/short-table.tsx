import { Link } from "@remix-run/react"
import type { ReactNode } from "react"

interface ShortTableProps<Row> {
  title: string
  more?: string
  nothing: string
  rows: readonly Row[]
  /** Cells by heading; the first is the row's header, the last is aligned to the end. */
  columns: Record<string, (row: Row) => ReactNode>
}

export function ShortTable<Row extends { id: string }>({ title, more, nothing, rows, columns }: ShortTableProps<Row>) {
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
              {Object.keys(columns).map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                {Object.entries(columns).map(([heading, cellOf], place) =>
                  place === 0 ? (
                    <th key={heading} scope="row">
                      {cellOf(row)}
                    </th>
                  ) : (
                    <td key={heading}>{cellOf(row)}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
