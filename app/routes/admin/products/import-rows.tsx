import type { ProductField } from "~/domain/catalog/product-record"
import type { EditedVariant } from "~/domain/catalog/variants/variant-record"
import type { ListedRow } from "~/domain/product-table/import/import-rows.server"
import { outcomeNames } from "~/domain/product-table/import/product-import"
import type { Control } from "~/domain/records/control"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { useFormatMoney } from "~/ui/currency"
import { ChangeList } from "../before-after"
import { RecordLink } from "../permitted/permitted"
import { ListTable } from "../tables/list-table"
import type { ListQuery } from "../tables/list-url"

/** Labels and kinds of the fields that a row may change, in their order */
export type RowControls = Record<
  ProductField | keyof EditedVariant | "options" | "picture",
  Pick<Control, "label"> & Partial<Control>
>

interface ImportRowsProps {
  controls: RowControls
  rows: ListedRow[]
  list: ListQuery
  count: number
}

export function ImportRows({ controls, rows, list, count }: ImportRowsProps) {
  return (
    <ListTable
      caption="Rows of the file"
      list={list}
      count={count}
      empty={{ title: "No rows" }}
      columns={[
        { key: "line", label: "Line" },
        { key: "name", label: "Product", narrow: "title" },
        { key: "outcome", label: "Outcome" },
        { key: "what", label: "What changes" },
      ]}
      rows={rows.map((row, place) => ({
        id: `${row.line}-${place}`,
        line: row.line,
        name: row.productId ? <RecordLink to={paths.adminProduct(row.productId)}>{row.name}</RecordLink> : row.name,
        outcome: <Badge tone={toneOf(row)}>{outcomeNames[row.outcome]}</Badge>,
        what: (
          <>
            {row.message || <Changes row={row} controls={controls} />}
            <ListedValues row={row} />
          </>
        ),
      }))}
    />
  )
}

function toneOf({ outcome }: ListedRow) {
  if (outcome === "error" || outcome === "failed") return "bad"
  return outcome === "created" || outcome === "updated" ? "good" : "neutral"
}

function Changes({ row: { fields, before, outcome }, controls }: { row: ListedRow; controls: RowControls }) {
  const formatMoney = useFormatMoney()
  const changed = (Object.keys(controls) as (keyof RowControls)[]).filter(
    (field) => fields[field] !== undefined && fields[field] !== before[field],
  )
  if (outcome === "create" || outcome === "created" || outcome === "undone" || changed.length === 0) return null
  return (
    <ChangeList
      changes={changed.map((field) => ({
        label: controls[field].label,
        before: show(before[field], controls[field], formatMoney),
        after: show(fields[field], controls[field], formatMoney),
      }))}
    />
  )
}

/** Values of the file that are not imported as they are, or those that the list is about */
function ListedValues({ row: { values } }: { row: ListedRow }) {
  if (values.length === 0) return null
  return (
    <ul>
      {values.map(({ heading, cell, becomes, reason }) => (
        <li key={`${heading} ${cell} ${reason}`}>
          {heading}: {describeCell(cell, becomes, reason)}
          {reason && `${reason}.`}
        </li>
      ))}
    </ul>
  )
}

/** Without a reason, nothing is wrong with the value. */
function describeCell(cell: string, becomes: string, reason: string): string {
  if (cell === becomes) return reason === "" ? cell : ""
  return `${cell === "" ? "empty" : `“${cell}”`} becomes ${becomes === "" ? "empty" : `“${becomes}”`}. `
}

function show(value: unknown, { kind }: Partial<Control>, formatMoney: (cents: number) => string): string {
  if (kind === "money" && typeof value === "number") return formatMoney(value)
  if (typeof value === "boolean") return value ? "Yes" : "No"
  const text = String(value ?? "–")
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
