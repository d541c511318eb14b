import { Link } from "@remix-run/react"
import type { Order } from "~/domain/orders/order"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Address, type AddressView } from "~/ui/order/address"

interface ShipToProps {
  order: Pick<Order, "id" | "user" | "trackingNumber">
  address: AddressView
}

export function ShipTo({ order: { id, user, trackingNumber }, address }: ShipToProps) {
  return (
    <section className="stack" aria-labelledby="ship-to">
      <h2 id="ship-to">Ship to</h2>
      <Address name={user.name} address={address} />
      <p>
        {user.isGuest ? `${user.email}, without an account` : <Link to={paths.adminUser(user.id)}>{user.email}</Link>}
      </p>
      {trackingNumber && <p>Tracking number {trackingNumber}</p>}
      <ButtonLink to={paths.packingSlip(id)} variant="secondary" icon="print">
        Packing slip
      </ButtonLink>
    </section>
  )
}
