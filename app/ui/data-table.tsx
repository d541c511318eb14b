import { Link } from "@remix-run/react"
import type { ReactNode } from "react"

export interface Column {
  key: string
  label: string
  /** Numbers and amounts stand at the end. */
  align?: "start" | "end"
  /** Makes the heading a link that sorts. */
  sort?: { href: string; direction?: "ascending" | "descending" }
}

export type Row = { id: string } & Record<string, ReactNode>

interface DataTableProps {
  caption: string
  /** The first column names the row. */
  columns: Column[]
  rows: Row[]
  /** The message when there are no rows. */
  empty: ReactNode
  /** Which rows these are: "11–20 of 214". */
  shown?: string
  /** For tables whose heading already stands above them. */
  captionHidden?: boolean
}

/** Dense rows under headings that stay in view; where there is little width every row becomes a card of names and values. */
export function DataTable({ caption, columns, rows, empty, shown, captionHidden }: DataTableProps) {
  if (rows.length === 0) return <div className="data-table-empty">{empty}</div>
  return (
    <div className="data-table">
      <table>
        <caption className={captionHidden ? "visually-hidden" : undefined}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {columns.map((column, index) => (
                <Cell key={column.key} column={column} first={index === 0}>
                  {row[column.key]}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown && <p className="data-table-shown">{shown}</p>}
    </div>
  )
}

function Heading({ column: { label, align, sort } }: { column: Column }) {
  return (
    <th scope="col" data-align={align} aria-sort={sort?.direction}>
      {sort ? (
        <Link to={sort.href} preventScrollReset>
          {label}
        </Link>
      ) : (
        label
      )}
    </th>
  )
}

function Cell({ column, first, children }: { column: Column; first: boolean; children: ReactNode }) {
  const place = { "data-align": column.align, "data-label": column.label }
  if (!first) return <td {...place}>{children}</td>
  return (
    <th scope="row" {...place}>
      {children}
    </th>
  )
}
