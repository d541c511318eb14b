import type { ReactNode } from "react"
import { type ProductStatus, productStateNames } from "~/domain/catalog/publication/publication"
import { shortDay } from "~/domain/days/calendar"
import type { Cents } from "~/domain/money/money"
import type { BulkPreviewRow } from "~/domain/product-table/bulk-edit/bulk-edit.server"
import { pluralize } from "~/domain/text/pluralize"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { PostForm } from "~/ui/form/post-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { Notice } from "~/ui/notice"
import { Price } from "~/ui/price"
import { BeforeAfter } from "../before-after"

interface BulkPreviewProps {
  rows: BulkPreviewRow[]
  /** The address that applies the change; null if nothing would change */
  action: string | null
  formKey: string
  /** The new status of all; undefined if it is unchanged */
  status: ProductStatus | undefined
}

export function BulkPreview({ rows, action, formKey, status }: BulkPreviewProps) {
  const problems = rows.filter((row) => row.problem)
  return (
    <section className="stack" aria-labelledby="preview">
      <h2 id="preview">{action ? "Preview" : "Ticked products"}</h2>
      <DataTable
        caption={action ? "Changes" : "Ticked products"}
        columns={[
          { key: "name", label: "Product" },
          { key: "price", label: "Price", align: "end" },
          ...(rows.some(({ product, saleAfter }) => product.sale || saleAfter) ? [{ key: "sale", label: "Sale" }] : []),
          ...(rows.some(({ measureAfter }) => measureAfter) ? [{ key: "measure", label: "Contents" }] : []),
          { key: "stock", label: "Stock", align: "end" },
          { key: "category", label: "Category" },
          { key: "status", label: "Status" },
          ...(problems.length > 0 ? [{ key: "problem", label: "Problem" }] : []),
        ]}
        rows={rows.map(
          ({ product, after = product, highestAfter = after.price, endsSale, saleAfter, measureAfter, problem }) => ({
            id: product.id,
            name: product.name,
            price: (
              <>
                {product.hasOptions && !problem ? (
                  <PriceRange product={product} after={{ lowest: after.price, highest: highestAfter }} />
                ) : (
                  show(product.price, after.price, (cents) => <Price cents={cents} />)
                )}
                {endsSale && <p className="muted">Ends its sale</p>}
              </>
            ),
            sale: <Sale before={product.sale} after={after === product ? product.sale : (saleAfter ?? null)} />,
            measure: show(product.measure, measureAfter ?? product.measure),
            stock: show(unitsOf(product), unitsOf(after)),
            category: show(product.category, after.category),
            status: show(productStateNames[product.state], productStateNames[status ?? product.state]),
            problem,
          }),
        )}
        empty={<EmptyState title="Tick the products that you want to change" icon="tag" />}
      />
      {problems.length > 0 && (
        <Notice tone="bad" title="Some of these products cannot be changed this way">
          Change what you entered, or go back and select other products.
        </Notice>
      )}
      {action && problems.length === 0 && (
        <PostForm
          tool={{ name: "apply_changes", description: "Applies the changes to all products shown" }}
          action={action}
        >
          <FormKeyInput value={formKey} />
          {rows.map(({ product: { id, price, prices, stock, measure, category } }, index) => (
            <span key={id}>
              <input type="hidden" name={`snapshot[${index}].id`} value={id} />
              <input type="hidden" name={`snapshot[${index}].price`} value={price} />
              {prices && <input type="hidden" name={`snapshot[${index}].prices`} value={prices} />}
              <input type="hidden" name={`snapshot[${index}].stock`} value={stock} />
              <input type="hidden" name={`snapshot[${index}].measure`} value={measure} />
              <input type="hidden" name={`snapshot[${index}].category`} value={category} />
            </span>
          ))}
          <SubmitButton>{`Change ${pluralize(rows.length, "product")}`}</SubmitButton>
        </PostForm>
      )}
    </section>
  )
}

const unitsOf = ({ stock, uncounted }: { stock: number; uncounted: boolean }) => (uncounted ? "Not counted" : stock)

type Sale = BulkPreviewRow["product"]["sale"]

function Sale({ before, after }: { before: Sale; after: Sale }) {
  const isSame = JSON.stringify(before) === JSON.stringify(after)
  return isSame ? (
    <SaleDays sale={after} />
  ) : (
    <BeforeAfter before={<SaleDays sale={before} />} after={<SaleDays sale={after} />} />
  )
}

function SaleDays({ sale }: { sale: Sale }) {
  if (!sale) return "No sale"
  const { lowest, highest, saleFrom, saleUntil } = sale
  return (
    <>
      <Prices from={lowest} to={highest} />
      {saleFrom && ` from ${shortDay(saleFrom)}`}
      {saleUntil && ` until ${shortDay(saleUntil)}`}
    </>
  )
}

function show<Value extends string | number>(before: Value, after: Value, view: (value: Value) => ReactNode = String) {
  return before === after ? view(before) : <BeforeAfter before={view(before)} after={view(after)} />
}

interface PriceRangeProps {
  product: BulkPreviewRow["product"]
  after: { lowest: Cents; highest: Cents }
}

function PriceRange({ product: { price, highestPrice }, after: { lowest, highest } }: PriceRangeProps) {
  const view = (from: Cents, to: Cents) => <Prices from={from} to={to} />
  if (price === lowest && highestPrice === highest) return view(price, highestPrice)
  return <BeforeAfter before={view(price, highestPrice)} after={view(lowest, highest)} />
}

function Prices({ from, to }: { from: Cents; to: Cents }) {
  return (
    <>
      <Price cents={from} />
      {from !== to && (
        <>
          –<Price cents={to} />
        </>
      )}
    </>
  )
}
