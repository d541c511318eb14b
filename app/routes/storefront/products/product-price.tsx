import type { UnitPrice as UnitPriceView } from "~/domain/catalog/measures/shown-unit-price"
import type { Cents } from "~/domain/money/money"
import { Price, UnitPrice } from "~/ui/price"

export interface ProductPriceView {
  price: Cents
  compareAtPrice?: Cents | null
  /** The lowest price of the 30 days before the sale, if there was one */
  priorPrice?: Cents | null
  isFrom?: true
  /** Of this price, if the contents are known */
  unitPrice?: UnitPriceView | null
}

interface ProductPriceProps {
  product: ProductPriceView
  /** In little space, the prior price is left out if it equals the one that is struck out. */
  brief?: boolean
}

export function ProductPrice({ product, brief }: ProductPriceProps) {
  const { unitPrice } = product
  if (!unitPrice) return <OfferedPrice product={product} brief={brief} />
  return (
    <>
      <OfferedPrice product={product} brief={brief} />{" "}
      <small>
        <UnitPrice of={unitPrice} />
      </small>
    </>
  )
}

/** Names both prices for people who do not see that one is struck out. */
function OfferedPrice({ product: { price, compareAtPrice, priorPrice, isFrom }, brief }: ProductPriceProps) {
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
