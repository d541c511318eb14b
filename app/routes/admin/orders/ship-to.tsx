import { Link } from "@remix-run/react"
import type { SharedAddress } from "~/domain/discounts/shared-address.server"
import { type Order, orderName } from "~/domain/orders/order"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Notice } from "~/ui/notice"
import { Address, type AddressView, CollectedAt } from "~/ui/order/address"
import { type TrackedParcel, TrackingNumber } from "~/ui/order/tracking"
import { RecordLink, StaffLink } from "../permitted/permitted"

interface ShipToProps {
  order: Pick<Order, "id" | "user" | "shippingMethod"> & TrackedParcel
  address: AddressView & { state: string }
  shared: readonly SharedAddress[]
  /** Whether it leaves the shop's customs territory */
  isAbroad: boolean
}

export function ShipTo({ order, address, shared, isAbroad }: ShipToProps) {
  const { id, user, trackingNumber } = order
  const pickup = order.shippingMethod?.pickup
  return (
    <section className="stack" aria-labelledby="ship-to">
      <h2 id="ship-to">{pickup ? "To be collected" : "Ship to"}</h2>
      {pickup && <CollectedAt {...pickup} />}
      <Address name={user.name} address={address} />
      {address.state && <p>State: {address.state}</p>}
      {shared.map(({ discount, orders }) => (
        <Notice key={discount} tone="neutral" title={`This delivery address also used ${discount}`}>
          Other customers ordered with it:{" "}
          {orders.map(({ id, number }, place) => (
            <span key={id}>
              {place > 0 && ", "}
              <Link to={paths.adminOrder(id)}>{orderName(number)}</Link>
            </span>
          ))}
        </Notice>
      ))}
      <p>
        {user.isGuest ? (
          <>
            {user.email}, without an account ·{" "}
            <StaffLink to={paths.endGuestAccess(id)}>End the links to this order</StaffLink>
          </>
        ) : (
          <RecordLink to={paths.adminUser(user.id)}>{user.email}</RecordLink>
        )}
      </p>
      {trackingNumber && (
        <p>
          Tracking number <TrackingNumber parcel={order} />
        </p>
      )}
      <ButtonLink to={paths.packingSlip(id)} variant="secondary" icon="print">
        Packing slip
      </ButtonLink>{" "}
      {isAbroad && (
        <ButtonLink to={paths.customsDeclaration(id)} variant="secondary" icon="print">
          Customs declaration
        </ButtonLink>
      )}
    </section>
  )
}
