import { ProductCard, type ProductCardView } from "./product-card"

interface ProductGridProps {
  products: ProductCardView[]
  /** A text for screen readers */
  label: string
  /** The number of pictures that load immediately: the first row */
  eagerCount?: number
}

export function ProductGrid({ products, label, eagerCount = 4 }: ProductGridProps) {
  return (
    <ul className="product-grid" aria-label={label}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={index < eagerCount} first={eagerCount > 0 && index === 0} />
        </li>
      ))}
    </ul>
  )
}
