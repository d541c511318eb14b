import type { Order } from "~/domain/orders/order"
import { statusRules } from "~/domain/orders/order-status"
import { pluralize } from "~/domain/pluralize"
import { ProductPicture } from "~/ui/picture"

/** The units that are, or were, packed: without those that were refunded before. */
export function Parcel({ order: { lines, status } }: { order: Pick<Order, "lines" | "status"> }) {
  const parcel = lines.filter((line) => line.toSend > 0)
  const leftOut = lines.reduce((sum, line) => sum + line.quantity - line.toSend, 0)
  return (
    <section className="stack" aria-labelledby="parcel">
      <h2 id="parcel">{statusRules[status].parcel === "sent" ? "In the parcel" : "To pack"}</h2>
      <ul className="parcel">
        {parcel.map((line) => (
          <li key={line.id}>
            <span className="paper-quantity">{line.toSend} ×</span>
            <ProductPicture picture={line.picture} sizes="3.5rem" alt="" />
            <div>
              <bdi>{line.name}</bdi>
              <p>
                <code className="muted">{line.product}</code>
              </p>
            </div>
          </li>
        ))}
      </ul>
      {parcel.length === 0 && <p>There is nothing to pack.</p>}
      {parcel.length > 0 && leftOut > 0 && (
        <p>{pluralize(leftOut, "refunded unit is", "refunded units are")} left out.</p>
      )}
    </section>
  )
}
