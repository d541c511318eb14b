import { Icon } from "~/ui/icon"
import { ProductPrice } from "../products/product-price"
import type { ProductView } from "./product-view"
import { StockStatus } from "./stock-status"
import type { useOffer } from "./use-offer"

interface OfferFactsProps {
  product: Pick<ProductView, "options">
  offer: Pick<ReturnType<typeof useOffer>, "price" | "isFrom" | "stock" | "hold" | "notOffered">
}

/** Price and stock, announced when a choice changes them */
export function OfferFacts({ product, offer: { price, isFrom, stock, hold, notOffered } }: OfferFactsProps) {
  const facts = (
    <>
      <p className="product-price">
        <ProductPrice product={{ ...price, isFrom: isFrom || undefined }} />
      </p>
      {notOffered === null ? <StockStatus stock={stock} hold={hold} /> : <NotOffered title={notOffered} />}
    </>
  )
  if (product.options.length === 0) return facts
  return (
    <div className="stack" aria-live="polite">
      {facts}
    </div>
  )
}

function NotOffered({ title }: { title: string }) {
  return (
    <p className="stock-status stock-status-out">
      <Icon name="close" />
      <span>Not available in {title}</span>
    </p>
  )
}
