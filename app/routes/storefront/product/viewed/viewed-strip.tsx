import { Link, useFetcher, useRouteLoaderData } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { Personal } from "~/ui/shell/personal"
import { ViewedLink } from "~/ui/viewed-link"
import { ProductGrid } from "../../products/product-grid"
import type { loader } from "./recently-viewed"
import { useViewedProducts } from "./viewed-products"

interface ViewedStripProps {
  id: string
}

/** Fetched when the end of the page is near */
export function ViewedStrip({ id }: ViewedStripProps) {
  const path = useViewedProducts(id)
  const isMember = useRouteLoaderData<{ user: unknown }>("root")?.user != null
  const { load, data } = useFetcher<typeof loader>()
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (path === null || !end.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        load(path)
      },
      { rootMargin: "400px" },
    )
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [path, load])
  const products = data?.products.filter((product) => product.id !== id).slice(0, SHOWN) ?? []
  return (
    <>
      <div ref={end} />
      <Personal part="viewed-link">
        <ViewedLink isMember={isMember} />
      </Personal>
      {products.length > 0 && (
        <section aria-labelledby="viewed">
          <div className="section-head">
            <h2 id="viewed">Recently viewed</h2>
            <Link to="/recently-viewed">See all</Link>
          </div>
          <ProductGrid products={products} label="Recently viewed" eagerCount={0} />
        </section>
      )}
    </>
  )
}

/** The size of one row of the grid */
const SHOWN = 4
