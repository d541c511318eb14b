import { ProductCard, type ProductCardView } from "./product-card"

interface ProductGridProps {
  products: ProductCardView[]
  /** For screen readers */
  label: string
  /** Pictures that load at once: the first row */
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
