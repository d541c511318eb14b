import { Form, useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import type { BulkRow } from "~/domain/inventory/bulk-edit.server"
import { Button } from "~/ui/button"
import { DataTable } from "~/ui/data-table"
import { EmptyState } from "~/ui/empty-state"
import { Notice } from "~/ui/notice"
import { Price } from "~/ui/price"
import { Changed } from "./changed"

interface BulkPreviewProps {
  rows: BulkRow[]
  /** Where to send it; null as long as nothing would change. */
  action: string | null
}

/** What the ticked products are, and what they will be. */
export function BulkPreview({ rows, action }: BulkPreviewProps) {
  const busy = useNavigation().formMethod === "POST"
  const problems = rows.filter((row) => row.problem)
  return (
    <section className="stack" aria-labelledby="preview">
      <h2 id="preview">{action ? "Preview" : "Ticked products"}</h2>
      <DataTable
        caption={action ? "What will change" : "Ticked products"}
        captionHidden
        columns={[
          { key: "name", label: "Product" },
          { key: "price", label: "Price", align: "end" },
          { key: "stock", label: "Stock", align: "end" },
          { key: "category", label: "Category" },
          ...(problems.length > 0 ? [{ key: "problem", label: "Problem" }] : []),
        ]}
        rows={rows.map(({ product, after = product, problem }) => ({
          id: product.id,
          name: product.name,
          price: show(product.price, after.price, (cents) => <Price cents={cents} />),
          stock: show(product.stock, after.stock),
          category: show(product.category, after.category),
          problem,
        }))}
        empty={<EmptyState title="Tick the products that you want to change" icon="tag" />}
      />
      {problems.length > 0 && (
        <Notice tone="bad" title="This cannot be done to all of them">
          Change what you typed, or go back and tick other products.
        </Notice>
      )}
      {action && problems.length === 0 && (
        <Form method="post" action={action}>
          {rows.map(({ product: { id, price, stock } }, index) => (
            <span key={id}>
              <input type="hidden" name={`seen[${index}].id`} value={id} />
              <input type="hidden" name={`seen[${index}].price`} value={price} />
              <input type="hidden" name={`seen[${index}].stock`} value={stock} />
            </span>
          ))}
          <Button busy={busy}>{rows.length === 1 ? "Change 1 product" : `Change ${rows.length} products`}</Button>
        </Form>
      )}
    </section>
  )
}

function show<Value extends string | number>(before: Value, after: Value, view: (value: Value) => ReactNode = String) {
  return before === after ? view(before) : <Changed before={view(before)} after={view(after)} />
}
