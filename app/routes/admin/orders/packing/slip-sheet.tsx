import { statusRules } from "~/domain/orders/order-status"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import { Address } from "~/ui/order/address"
import { Sheet, SheetOrder } from "~/ui/order/sheet"
import { TrackingNumber } from "~/ui/order/tracking"
import { Price } from "~/ui/price"
import type { Slip } from "./slip.server"

const unpaidWords: Record<PaymentMethod, string> = {
  online: "NOT PAID:",
  transfer: "NOT PAID, do not send: wait for the transfer of",
  collection: "NOT PAID: collect",
  delivery: "NOT PAID, cash on delivery:",
}

interface SlipSheetProps {
  slip: Slip
  seller: { name: string; lines: string[] }
}

export function SlipSheet({ slip: { order, method, payment, isCollected, parcel, address }, seller }: SlipSheetProps) {
  return (
    <Sheet title="Packing slip" about={<SheetOrder order={order} />} seller={seller}>
      <div>
        <h2>{isCollected ? "To be collected by" : "Ship to"}</h2>
        <Address name={order.name} address={address} />
        {method && <p>Method: {method}</p>}
        {payment.missing > 0 && (
          <p>
            <strong>
              {unpaidWords[payment.method]} <Price cents={payment.missing} />
            </strong>
          </p>
        )}
        {order.trackingNumber && (
          <p>
            Tracking number <TrackingNumber parcel={order} />
          </p>
        )}
      </div>
      {parcel.length === 0 ? (
        <p>
          <strong>
            {statusRules[order.status].parcel === "none" ? "This order is cancelled." : "Every unit was refunded."}
          </strong>{" "}
          There is nothing to pack.
        </p>
      ) : (
        <Parcel lines={parcel} />
      )}
    </Sheet>
  )
}

function Parcel({ lines }: { lines: Slip["parcel"] }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" data-align="end">
            Qty
          </th>
          <th scope="col">Item</th>
          <th scope="col" data-align="end">
            Packed
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <tr key={line.id}>
            <td data-align="end" className="sheet-quantity">
              {line.toSend}
            </td>
            <th scope="row">
              {line.name}
              <br />
              <code className="muted">{line.sku ?? line.variantId}</code>
              {line.customs && <span className="muted"> {line.customs}</span>}
            </th>
            <td data-align="end" className="packed" />
          </tr>
        ))}
      </tbody>
    </table>
  )
}
