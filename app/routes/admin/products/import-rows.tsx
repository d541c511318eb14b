import { Link } from "@remix-run/react"
import type { ProductChanges } from "~/domain/catalog/product"
import { type ProductField, productFieldLabels, productFields } from "~/domain/catalog/product-fields"
import { type ImportRow, outcomeNames } from "~/domain/product-table/product-import"
import { paths } from "~/paths"
import { ChangeList } from "~/routes/admin/before-after"
import { ListTable } from "~/routes/admin/tables/list-table"
import type { ListQuery } from "~/routes/admin/tables/list-url"
import { Badge } from "~/ui/badge"
import { useFormatMoney } from "~/ui/currency"

interface ImportRowsProps {
  rows: ImportRow[]
  list: ListQuery
  count: number
}

/** The change that each row of the file makes, or why it cannot. */
export function ImportRows({ rows, list, count }: ImportRowsProps) {
  return (
    <ListTable
      caption="Rows of the file"
      list={list}
      count={count}
      nothing="No rows"
      columns={[
        { key: "line", label: "Line" },
        { key: "name", label: "Product", narrow: "title" },
        { key: "outcome", label: "Outcome" },
        { key: "what", label: "What changes" },
      ]}
      rows={rows.map((row) => ({
        id: String(row.line),
        line: row.line,
        name: row.productId ? <Link to={paths.adminProduct(row.productId)}>{row.name}</Link> : row.name,
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

function Changes({ row: { fields, before, outcome } }: { row: ImportRow }) {
  const formatMoney = useFormatMoney()
  const changed = productFields.filter((field) => fields[field] !== undefined)
  if (outcome === "create" || outcome === "created") return null
  return (
    <ChangeList
      changes={changed.map((field) => ({
        label: productFieldLabels[field],
        before: show(field, before, formatMoney),
        after: show(field, fields, formatMoney),
      }))}
    />
  )
}

function show(field: ProductField, values: ProductChanges, formatMoney: (cents: number) => string): string {
  const value = values[field]
  if (field !== "stock" && typeof value === "number") return formatMoney(value)
  const text = String(value ?? "–")
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}
