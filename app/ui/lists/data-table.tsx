import { Link } from "@remix-run/react"
import type { ReactNode } from "react"

export interface Column {
  key: string
  label: string
  /** Numbers and amounts stand at the end. */
  align?: "start" | "end"
  /** Makes the heading a link that sorts. */
  sort?: { href: string; direction?: "ascending" | "descending" }
  /** The key of what stands under the cell. */
  detail?: string
  /**
   * Its place where there is little width. A row is two lines there: `title` and `end` are on the first one, everything
   * else is on the second, with its heading unless it is `plain`. Without a title the first column is it.
   */
  narrow?: "title" | "end" | "plain"
}

export type Row = { id: string } & Record<string, ReactNode>

interface DataTableProps {
  /** For screen readers: a heading already stands above. */
  caption: string
  /** The first column names the row. */
  columns: Column[]
  rows: Row[]
  /** The message when there are no rows. */
  empty?: ReactNode
  /** Which rows these are: "11–20 of 214". */
  shown?: string
}

/** Dense rows under headings that stay in view; where there is little width every row becomes two lines. */
export function DataTable({ caption, columns, rows, empty, shown }: DataTableProps) {
  if (rows.length === 0) return <div className="data-table-empty">{empty}</div>
  const title = columns.find((column) => column.narrow === "title") ?? columns[0]
  return (
    <div className="data-table">
      <table>
        <caption className="visually-hidden">{caption}</caption>
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
                <Cell
                  key={column.key}
                  row={row}
                  column={column === title ? { ...column, narrow: "title" } : column}
                  first={index === 0}
                />
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

function Cell({ row, column, first }: { row: Row; column: Column; first: boolean }) {
  const { key, label, align, narrow, detail } = column
  const place = { "data-align": align, "data-label": label, "data-narrow": narrow }
  const content = detail ? (
    <>
      <div className="data-table-title">{row[key]}</div>
      <div className="data-table-detail">{row[detail]}</div>
    </>
  ) : (
    row[key]
  )
  if (!first) return <td {...place}>{content}</td>
  return (
    <th scope="row" {...place}>
      {content}
    </th>
  )
}
