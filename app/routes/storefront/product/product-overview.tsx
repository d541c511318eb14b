import type { ReactNode } from "react"
import type { Product } from "~/domain/catalog/product"
import type { PictureView } from "~/domain/media/picture"
import { NoWordBreak } from "~/ui/no-word-break"
import { Stars } from "~/ui/stars"
import { Gallery } from "./gallery"

interface ProductOverviewProps {
  product: Pick<Product, "id" | "name" | "desc" | "rating" | "numReviews">
  pictures: PictureView[]
  /** What it costs and how it can be bought */
  children: ReactNode
}

export function ProductOverview({ product, pictures, children }: ProductOverviewProps) {
  return (
    <div className="product-page">
      <Gallery pictures={pictures} name={product.name} />
      <div className="product-buy">
        <div className="stack stack-s">
          <h1>
            <NoWordBreak text={product.name} />
          </h1>
          <a href="#reviews" className="product-rating">
            <Stars rating={product.rating} count={product.numReviews} />
          </a>
        </div>
        {children}
        <div className="prose product-desc">
          <Paragraphs text={product.desc} />
        </div>
        <p className="muted">Product # {product.id}</p>
      </div>
    </div>
  )
}

/** Text with empty lines between its paragraphs. Two may say the same, so each is known by its place. */
function Paragraphs({ text }: { text: string }) {
  const paragraphs = text.split(/\n{2,}/).map((words, place) => ({ words, place }))
  return paragraphs.map(({ words, place }) => <p key={place}>{words}</p>)
}
