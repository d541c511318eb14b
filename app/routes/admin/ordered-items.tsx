import { Link } from "@remix-run/react"
import type { Order } from "~/domain/orders/order"
import { LineItem } from "~/ui/line-item"
import { Price } from "~/ui/price"

/** What was ordered: picture, name, and quantity X price = line total; then what it all comes to. */
export function OrderedItems({ order: { lines, totals } }: { order: Pick<Order, "lines" | "totals"> }) {
  const sums: [string, number][] = [
    ["Subtotal", totals.subTotal],
    ["Shipping", totals.shipping],
    ["Tax (GST)", totals.tax],
    ["Total", totals.total],
  ]
  return (
    <section className="stack" aria-labelledby="items">
      <h2 id="items">Ordered Items</h2>
      <ul className="line-items">
        {lines.map((line) => (
          <LineItem
            key={line.id}
            name={line.name}
            picture={line.picture}
            to={`/product/${line.product}`}
            detail={
              <>
                {line.quantity} X <Price cents={line.price} /> = <Price cents={line.price * line.quantity} />
              </>
            }
            amount={!line.onSale && <span className="muted">No longer sold</span>}
          >
            {line.returnedQuantity > 0 && <p className="muted">{line.returnedQuantity} returned to stock</p>}
            {line.onSale && <Link to={`/admin/product/${line.product}`}>Edit product</Link>}
          </LineItem>
        ))}
      </ul>
      <dl className="facts">
        {sums.map(([name, cents]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Price cents={cents} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
