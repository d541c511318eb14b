import { Link } from "@remix-run/react"
import type { ReactNode } from "react"
import { paths } from "~/paths"
import { NoWordBreak } from "~/ui/no-word-break"
import { ProductPicture } from "~/ui/picture"
import type { ProductCardView } from "./products/product-card"

interface HeroProps {
  title: string
  children: ReactNode
  action: ReactNode
  /** The first picture is large. */
  products: Pick<ProductCardView, "id" | "name" | "picture">[]
}

export function Hero({ title, children, action, products }: HeroProps) {
  return (
    <section className="hero" aria-label="Welcome">
      <div className="hero-words">
        <h1>
          <NoWordBreak text={title} />
        </h1>
        <div className="lead">{children}</div>
        <div className="cluster">{action}</div>
      </div>
      {products.length >= 3 && (
        <div className="hero-pictures">
          {products.slice(0, 3).map(({ id, name, picture }, index) => (
            <Link key={id} to={paths.product({ id, name })} prefetch="intent">
              <ProductPicture
                picture={picture}
                alt={name}
                sizes={index === 0 ? "(min-width: 56rem) 29rem, 62vw" : "(min-width: 56rem) 14rem, 30vw"}
                upTo={index === 0 ? 960 : 640}
                eager
                first={index === 0}
              />
            </Link>
          ))}
        </div>
      )}
    </section>
  )
}
