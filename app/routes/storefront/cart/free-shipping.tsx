import { Icon } from "~/ui/icon"
import { Price } from "~/ui/price"

interface FreeShippingProps {
  /** Cents still missing; 0 when shipping is free */
  missing: number
  subTotal: number
}

export function FreeShipping({ missing, subTotal }: FreeShippingProps) {
  const reached = missing === 0
  return (
    <div className="free-shipping">
      <p>
        <Icon name={reached ? "check" : "truck"} />
        <span>
          {reached ? (
            "Shipping is free for this order."
          ) : (
            <>
              <Price cents={missing} /> away from free shipping.
            </>
          )}
        </span>
      </p>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="free-shipping-ground" width="100" height="4" />
        <rect width={reached ? 100 : (100 * subTotal) / (subTotal + missing)} height="4" />
      </svg>
    </div>
  )
}
