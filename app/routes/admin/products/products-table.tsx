import { Link } from "@remix-run/react"
import type { ProductSummary } from "~/domain/catalog/product"
import { consequences } from "~/routes/admin/consequences"
import { ListTable } from "~/routes/admin/tables/list-table"
import { type ListQuery, listUrl, sortLink, withReturnPath } from "~/routes/admin/tables/list-url"
import { RowActions } from "~/routes/admin/tables/row-actions"
import { Badge } from "~/ui/badge"
import { ProductPicture } from "~/ui/picture"
import { Price } from "~/ui/price"
import { Stars } from "~/ui/stars"
import { BulkBar } from "./bulk-bar"

interface ProductsTableProps {
  products: ProductSummary[]
  count: number
  list: ListQuery
}

const TICKS = "ticked-products"

/** The products, each with a box to tick; what is ticked can be changed together. */
export function ProductsTable({ products, count, list }: ProductsTableProps) {
  return (
    <>
      {products.length > 0 && (
        <BulkBar id={TICKS} products={products.map((product) => product.id)} back={listUrl(list)} />
      )}
      <ListTable
        caption="All products"
        list={list}
        count={count}
        nothing="No products found"
        columns={[
          { key: "name", label: "Product", sort: sortLink(list, "name", "-name") },
          { key: "category", label: "Category", narrow: "plain", sort: sortLink(list, "category", "-category") },
          { key: "price", label: "Price", align: "end", narrow: "end", sort: sortLink(list, "price", "-price") },
          { key: "stock", label: "Stock", align: "end", sort: sortLink(list, "stock", "-stock") },
          { key: "rating", label: "Rating", narrow: "plain", sort: sortLink(list, "rating", "-rating") },
          { key: "actions", label: "Actions", align: "end", narrow: "end" },
        ]}
        rows={products.map((product) => ({
          id: product.id,
          name: <Product product={product} to={withReturnPath(`/admin/product/${product.id}`, list)} />,
          category: product.category,
          price: <Price cents={product.price} />,
          stock: product.stock === 0 ? <Badge tone="bad">0</Badge> : product.stock,
          rating: <Stars rating={product.rating} count={product.numReviews} size="small" />,
          actions: (
            <RowActions
              edit={withReturnPath(`/admin/product/${product.id}`, list)}
              remove={withReturnPath(`/admin/product/${product.id}/delete`, list)}
              name={product.name}
              consequence={consequences.product}
            />
          ),
        }))}
      />
    </>
  )
}

function Product({ product: { id, name, picture }, to }: { product: ProductSummary; to: string }) {
  return (
    <div className="row-product">
      <input type="checkbox" name="id" value={id} form={TICKS} aria-label={`Tick ${name}`} />
      <ProductPicture picture={picture} sizes="2.75rem" upTo={160} alt="" />
      <Link to={to}>{name}</Link>
    </div>
  )
}
