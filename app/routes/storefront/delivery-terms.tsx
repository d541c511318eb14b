import { Link } from "@remix-run/react"
import { type Cents, FREE_SHIPPING_ABOVE, formatRoundCents, SHIPPING_CHARGE, shippingFor } from "~/domain/money"
import { Icon } from "~/ui/icon"

interface DeliveryTermsProps {
  /** The product's price. */
  price: Cents
  deliveryTime: string
  returnTerms: string
}

/** What somebody wants to know before they buy: when it comes, what that costs, and whether it may go back. */
export function DeliveryTerms({ price, deliveryTime, returnTerms }: DeliveryTermsProps) {
  return (
    <ul className="delivery-terms" aria-label="Delivery and returns">
      <li>
        <Icon name="box" />
        {deliveryTime}
      </li>
      <li>
        <Icon name="truck" />
        {shippingFor(price) === 0 ? "Free shipping" : SHIPPING}
      </li>
      <li>
        <Icon name="undo" />
        <span>
          {returnTerms} · <Link to="/shipping-and-returns">Shipping and returns</Link>
        </span>
      </li>
    </ul>
  )
}

const SHIPPING = `Shipping ${formatRoundCents(SHIPPING_CHARGE)}, free on orders over ${formatRoundCents(FREE_SHIPPING_ABOVE)}`
