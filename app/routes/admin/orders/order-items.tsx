import { type Order, type OrderLine, unitsToSend } from "~/domain/orders/order"
import { statusRules } from "~/domain/orders/order-status"
import { billLines } from "~/domain/pricing/bill"
import { pluralize } from "~/domain/text/pluralize"
import { paths } from "~/paths"
import { LineItem } from "~/ui/order/line-item"
import { Price } from "~/ui/price"
import { StaffLink } from "../permitted/permitted"

const parcelWords = { waiting: "to pack", sent: "in the parcel", none: null }

export function OrderItems({ order }: { order: Order }) {
  const units = unitsToSend(order)
  const state = units > 0 ? parcelWords[statusRules[order.status].parcel] : null
  return (
    <section className="stack" aria-labelledby="items">
      <div className="section-head">
        <h2 id="items">Ordered Items</h2>
        <p>
          {state ? `${pluralize(units, "unit")} ${state}.${leftOut(order.lines, units)}` : "There is nothing to pack."}
        </p>
      </div>
      <ul className="line-items">
        {order.lines.map((line) => (
          <Item key={line.id} line={line} state={state} />
        ))}
      </ul>
      <dl className="facts">
        {billLines(order).map(({ label, amount }) => (
          <div key={label}>
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

/** Units refunded before the order is shipped are neither packed nor sent. */
function leftOut(lines: OrderLine[], units: number): string {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0) - units
  return count > 0 ? ` ${pluralize(count, "refunded unit is", "refunded units are")} left out.` : ""
}

function Item({ line, state }: { line: OrderLine; state: string | null }) {
  return (
    <LineItem
      name={line.name}
      picture={line.picture}
      to={paths.product({ ...line, id: line.productId })}
      detail={
        <>
          {line.quantity} X <Price cents={line.price} /> = <Price cents={line.price * line.quantity} />
        </>
      }
      amount={
        state && (
          <span className="units-to-send">
            <span className="sheet-quantity">{line.toSend}</span> <span className="muted">{state}</span>
          </span>
        )
      }
    >
      <code className="muted">{line.sku ?? line.variantId}</code>
      {line.onSale ? (
        <StaffLink to={paths.adminProduct(line.productId)}>Edit product</StaffLink>
      ) : (
        <span className="muted">No longer sold</span>
      )}
      {line.returnedQuantity > 0 && <p className="muted">{line.returnedQuantity} returned to stock</p>}
      {line.writtenOffQuantity > 0 && (
        <p className="muted">{line.writtenOffQuantity} refunded and not returned to stock</p>
      )}
    </LineItem>
  )
}
