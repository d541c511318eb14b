import { Link } from "@remix-run/react"
import { Icon } from "~/ui/icon"

interface DeliveryTermsProps {
  deliveryTime: string
  shipping: string
  returnTerms: string
}

export function DeliveryTerms({ deliveryTime, shipping, returnTerms }: DeliveryTermsProps) {
  return (
    <ul className="delivery-terms" aria-label="Delivery and returns">
      <li>
        <Icon name="box" />
        {deliveryTime}
      </li>
      <li>
        <Icon name="truck" />
        {shipping}
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
