import { Link } from "@remix-run/react"
import type { ReactNode } from "react"

export interface Column {
  key: string
  label: string
  align?: "start" | "end"
  sort?: { href: string; direction?: "ascending" | "descending" }
  detail?: string
  /** In a narrow row of two lines, `title` and `end` are on the first; only `plain` has no heading. */
  narrow?: "title" | "end" | "plain"
}

export type Row = { id: string } & Record<string, ReactNode>

interface DataTableProps {
  /** A text for screen readers */
  caption: string
  /** Rows with `actions` have a last column for them. */
  columns: Column[]
  rows: Row[]
  empty?: ReactNode
  /** "11–20 of 214" */
  shown?: string
}

const listStart = { tabIndex: -1, "data-list-start": "" }

const actionsColumn: Column = { key: "actions", label: "Actions", align: "end", narrow: "end" }

/** Each row becomes two lines where there is little space. */
export function DataTable({ caption, columns: named, rows, empty, shown }: DataTableProps) {
  if (rows.length === 0) return <div className="data-table-empty">{empty}</div>
  const columns = rows.some(({ actions }) => actions) ? [...named, actionsColumn] : named
  const title = columns.find((column) => column.narrow === "title") ?? columns[0]
  return (
    <div className="data-table">
      <table {...(shown && listStart)}>
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
