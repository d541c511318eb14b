import { Link } from "@remix-run/react"
import { productPath } from "~/domain/catalog/product-path"
import { totalLines } from "~/domain/money"
import type { Order } from "~/domain/orders/order"
import { LineItem } from "~/ui/line-item"
import { Price } from "~/ui/price"

/** The order's lines: picture, name, and quantity X price = line total; then the totals. */
export function OrderItems({ order: { lines, totals } }: { order: Pick<Order, "lines" | "totals"> }) {
  return (
    <section className="stack" aria-labelledby="items">
      <h2 id="items">Ordered Items</h2>
      <ul className="line-items">
        {lines.map((line) => (
          <LineItem
            key={line.id}
            name={line.name}
            picture={line.picture}
            to={productPath({ id: line.product, name: line.name })}
            detail={
              <>
                {line.quantity} X <Price cents={line.price} /> = <Price cents={line.price * line.quantity} />
              </>
            }
            amount={!line.onSale && <span className="muted">No longer sold</span>}
          >
            {line.returnedQuantity > 0 && <p className="muted">{line.returnedQuantity} returned to stock</p>}
            {line.writtenOffQuantity > 0 && (
              <p className="muted">{line.writtenOffQuantity} refunded and not returned to stock</p>
            )}
            {line.onSale && <Link to={`/admin/product/${line.product}`}>Edit product</Link>}
          </LineItem>
        ))}
      </ul>
      <dl className="facts">
        {totalLines(totals).map(({ key, label, amount }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <Price cents={amount} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
