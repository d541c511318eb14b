import type { ReactNode } from "react"

interface SheetTableProps {
  columns: readonly string[]
  /** The first cell names its row; the others are amounts. */
  rows: readonly { id: string; cells: readonly ReactNode[] }[]
  sums?: readonly { label: string; amount: ReactNode; isTotal?: boolean }[]
}

export function SheetTable({ columns, rows, sums = [] }: SheetTableProps) {
  return (
    <table>
      <thead>
        <tr>
          {columns.map((label, place) => (
            <th key={label} scope="col" data-align={place > 0 ? "end" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...amounts] }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {amounts.map((amount, place) => (
              <td key={columns[place + 1]} data-align="end">
                {amount}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
      {sums.length > 0 && (
        <tfoot>
          {sums.map(({ label, amount, isTotal }) => (
            <tr key={label} data-total={isTotal || undefined}>
              <th scope="row" colSpan={columns.length - 1}>
                {label}
              </th>
              <td data-align="end">{amount}</td>
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  )
}
