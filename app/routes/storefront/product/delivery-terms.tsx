import { Link } from "@remix-run/react"
import { Icon } from "~/ui/icon"

interface DeliveryTermsProps {
  deliveryTime: string
  shipping: string
  returnTerms: string
  discounts: string[]
  /** The address of the EU's notice on the legal guarantee */
  notice?: string
}

export function DeliveryTerms({ deliveryTime, shipping, returnTerms, discounts, notice }: DeliveryTermsProps) {
  return (
    <ul className="delivery-terms" aria-label="Delivery and returns">
      {discounts.map((text) => (
        <li key={text}>
          <Icon name="check" />
          {text}
        </li>
      ))}
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
          {notice && (
            <>
              {" · "}
              <Link to={notice}>Legal guarantee</Link>
            </>
          )}
        </span>
      </li>
    </ul>
  )
}
