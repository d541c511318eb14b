import { ProductCard, type ProductCardView } from "./product-card"

interface ProductGridProps {
  products: ProductCardView[]
  /** What the list is, for screen readers. */
  label: string
  /** How many pictures load at once: the first row. */
  eagerCount?: number
}

export function ProductGrid({ products, label, eagerCount = 4 }: ProductGridProps) {
  return (
    <ul className="product-grid" aria-label={label}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={index < eagerCount} />
        </li>
      ))}
    </ul>
  )
}
