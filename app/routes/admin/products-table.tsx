import { Form, Link } from "@remix-run/react"
import type { ProductSummary } from "~/domain/catalog/product"
import { Badge } from "~/ui/badge"
import { Button } from "~/ui/button"
import { ProductPicture } from "~/ui/picture"
import { Price } from "~/ui/price"
import { Stars } from "~/ui/stars"
import { consequences } from "./consequences"
import { type List, listPath, sortBy, withBack } from "./list-address"
import { ListTable } from "./list-table"
import { RowActions } from "./row-actions"

interface ProductsTableProps {
  products: ProductSummary[]
  count: number
  list: List
}

const TICKS = "ticked-products"

/** The products, each with a box to tick; what is ticked can be edited together. */
export function ProductsTable({ products, count, list }: ProductsTableProps) {
  return (
    <>
      <ListTable
        caption="All products"
        list={list}
        count={count}
        nothing="No products found"
        columns={[
          { key: "name", label: "Product", sort: sortBy(list, "name", "-name") },
          { key: "category", label: "Category", sort: sortBy(list, "category", "-category") },
          { key: "price", label: "Price", align: "end", sort: sortBy(list, "price", "-price") },
          { key: "stock", label: "Stock", align: "end", sort: sortBy(list, "stock", "-stock") },
          { key: "rating", label: "Rating", sort: sortBy(list, "rating", "-rating") },
          { key: "actions", label: "Actions", align: "end" },
        ]}
        rows={products.map((product) => ({
          id: product.id,
          name: <Product product={product} to={withBack(`/admin/product/${product.id}`, list)} />,
          category: product.category,
          price: <Price cents={product.price} />,
          stock: product.stock === 0 ? <Badge tone="bad">0</Badge> : product.stock,
          rating: <Stars rating={product.rating} count={product.numReviews} size="small" />,
          actions: (
            <RowActions
              edit={withBack(`/admin/product/${product.id}`, list)}
              remove={withBack(`/admin/product/${product.id}/delete`, list)}
              name={product.name}
              consequence={consequences.product}
            />
          ),
        }))}
      />
      {products.length > 0 && (
        <Form id={TICKS} method="get" action="/admin/products/bulk" className="cluster">
          <input type="hidden" name="back" value={listPath(list)} />
          <Button variant="secondary" icon="edit">
            Edit ticked products
          </Button>
        </Form>
      )}
    </>
  )
}

function Product({ product: { id, name, picture }, to }: { product: ProductSummary; to: string }) {
  return (
    <div className="row-product">
      <input type="checkbox" name="id" value={id} form={TICKS} aria-label={`Tick ${name}`} />
      <ProductPicture picture={picture} sizes="2.75rem" alt="" />
      <Link to={to}>{name}</Link>
    </div>
  )
}
