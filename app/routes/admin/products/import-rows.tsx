import { productFieldLabels } from "~/domain/catalog/editing/product-fields"
import { type ImportRow, outcomeNames, type RowChanges } from "~/domain/product-table/import/product-import"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { useFormatMoney } from "~/ui/currency"
import { ChangeList } from "../before-after"
import { RecordLink } from "../permitted/permitted"
import { ListTable } from "../tables/list-table"
import type { ListQuery } from "../tables/list-url"

interface ImportRowsProps {
  rows: ImportRow[]
  list: ListQuery
  count: number
}

export function ImportRows({ rows, list, count }: ImportRowsProps) {
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
      rows={rows.map((row) => ({
        id: String(row.line),
        line: row.line,
        name: row.productId ? <RecordLink to={paths.adminProduct(row.productId)}>{row.name}</RecordLink> : row.name,
        outcome: <Badge tone={toneOf(row)}>{outcomeNames[row.outcome]}</Badge>,
        what: row.message || <Changes row={row} />,
      }))}
    />
  )
}

function toneOf({ outcome }: ImportRow) {
  if (outcome === "error" || outcome === "failed") return "bad"
  return outcome === "created" || outcome === "updated" ? "good" : "neutral"
}

const labels = {
  ...productFieldLabels,
  ...{
    options: "Options",
    sku: "SKU",
    gtin: "GTIN",
    mpn: "Manufacturer's part number",
    weightGrams: "Weight (g)",
    position: "Position",
    picture: "Picture",
  },
} satisfies Partial<Record<keyof RowChanges, string>>

type ShownField = keyof typeof labels
const shownFields = Object.keys(labels) as ShownField[]

function Changes({ row: { fields, before, outcome } }: { row: ImportRow }) {
  const formatMoney = useFormatMoney()
  const changed = shownFields.filter((field) => fields[field] !== undefined)
  if (outcome === "create" || outcome === "created" || changed.length === 0) return null
  return (
    <ChangeList
      changes={changed.map((field) => ({
        label: labels[field],
        before: show(field, before, formatMoney),
        after: show(field, fields, formatMoney),
      }))}
    />
  )
}

function show(field: ShownField, values: RowChanges, formatMoney: (cents: number) => string): string {
  const value = values[field]
  if ((field === "price" || field === "compareAtPrice") && typeof value === "number") return formatMoney(value)
  const text = String(value ?? "–")
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
