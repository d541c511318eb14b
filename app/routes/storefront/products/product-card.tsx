import { Link } from "@remix-run/react"
import { paths } from "~/paths"
import { ProductPicture, type ShownPicture } from "~/ui/picture"
import { Stars } from "~/ui/stars"
import { ProductPrice, type ProductPriceView } from "./product-price"

export interface ProductCardView extends ProductPriceView {
  id: string
  name: string
  rating: number
  numReviews: number
  isSoldOut?: true
  /** A discount on some products, as a sentence */
  discount?: string
  picture: ShownPicture | null
}

interface ProductCardProps {
  product: ProductCardView
  eager?: boolean
  first?: boolean
}

export function ProductCard({ product, eager, first }: ProductCardProps) {
  return (
    <Link className="product-card" to={paths.product(product)} prefetch="intent">
      <ProductPicture picture={product.picture} sizes="min(44vw,18rem)" upTo={640} eager={eager} first={first} alt="" />
      <span className="product-card-name">{product.name}</span>{" "}
      <Stars rating={product.rating} count={product.numReviews} />{" "}
      <span className="product-card-price">
        <ProductPrice product={product} brief /> {product.isSoldOut && <span className="muted">Sold out</span>}
      </span>{" "}
      {product.discount && <span className="muted">{product.discount}</span>}
    </Link>
  )
}
