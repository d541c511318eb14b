import type { Cents } from "~/domain/money/money"
import { Price } from "~/ui/price"

export interface ProductPriceView {
  price: Cents
  compareAtPrice?: Cents | null
  /** The lowest price of the 30 days before the sale, if there was one */
  priorPrice?: Cents | null
  isFrom?: true
}

interface ProductPriceProps {
  product: ProductPriceView
  /** In little space, the prior price is left out if it equals the one that is struck out. */
  brief?: boolean
}

/** Names both prices for people who do not see that one is struck out. */
export function ProductPrice({ product: { price, compareAtPrice, priorPrice, isFrom }, brief }: ProductPriceProps) {
  const lowest = isFrom ? (
    <span>
      from <Price cents={price} />
    </span>
  ) : (
    <Price cents={price} />
  )
  if (!compareAtPrice) return lowest
  return (
    <span className="sale">
      <strong className="sale-badge">Sale</strong>{" "}
      <span>
        <span className="visually-hidden">Now </span>
        {lowest}
      </span>{" "}
      <s>
        <span className="visually-hidden">Was </span>
        <Price cents={compareAtPrice} />
      </s>
      {priorPrice && !(brief && priorPrice === compareAtPrice) && (
        <>
          {" "}
          <small>
            Lowest price in the 30 days before: <Price cents={priorPrice} />
          </small>
        </>
      )}
    </span>
  )
}
