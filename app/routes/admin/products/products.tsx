// /admin/products

import { Link, useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { productEditing } from "~/domain/accounts/permission"
import { productStateNames, productStates } from "~/domain/catalog/publication/publication"
import { stockChoices, stockLevelNames } from "~/domain/product-table/product-table"
import { listProductTable, type ProductTableRow } from "~/domain/product-table/product-table.server"
import { productTableFilter } from "~/domain/product-table/product-table-filter"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { Disclosure } from "~/ui/disclosure"
import { ProductPicture } from "~/ui/picture"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { Stars } from "~/ui/stars"
import { Permitted, RecordLink, StaffButtonLink } from "../permitted/permitted"
import { ExportLink, ListPage } from "../tables/list-page"
import { type ListQuery, listUrl, withReturnPath } from "../tables/list-url"
import { RowActions } from "../tables/row-actions"
import { TickForm } from "../tables/tick-form"
import { useMay } from "../use-may"
import { BulkFields } from "./bulk-fields"

export const meta = title("All products")

export const loader = adminPage("products.see", async (ctx) => {
  const categories = ctx.shop.categories.current
  const found = await listOrNothing(ctx, productTableFilter(categories), listProductTable, { products: [], count: 0 })
  return { ...found, categories: categories.names }
})

export default function Products() {
  const { products, count, filter, invalidValues, categories } = useLoaderData<typeof loader>()
  const list = { path: "/admin/products", filter, defaultSort: "-date" }
  const mayEdit = productEditing.every(useMay())
  return (
    <ListPage
      title="All products"
      actions={<Actions list={list} />}
      list={list}
      count={count}
      empty={{
        title: "There are no products yet",
        icon: "tag",
        action: <StaffButtonLink to="/admin/product">New product</StaffButtonLink>,
      }}
      label="Products"
      invalidValues={invalidValues}
      search={{ name: "search", label: "Search", placeholder: "Name, ID or SKU" }}
      filters={[
        { name: "category", label: "Category", options: categories },
        { name: "stock", label: "Stock", options: stockOptions },
        { name: "status", label: "Status", options: stateChoices },
      ]}
      columns={[
        { key: "name", label: "Product", sort: ["name", "-name"] },
        { key: "category", label: "Category", narrow: "plain", sort: ["category", "-category"] },
        { key: "price", label: "Price", align: "end", narrow: "end", sort: ["price", "-price"] },
        { key: "stock", label: "Stock", align: "end", sort: ["stock", "-stock"] },
        { key: "rating", label: "Rating", narrow: "plain", sort: ["rating", "-rating"] },
      ]}
      rows={products.map((product) => ({
        id: product.id,
        name: <Product product={product} to={withReturnPath(paths.adminProduct(product.id), list)} />,
        category: product.category,
        price: <Price cents={product.price} />,
        stock: <Stock product={product} />,
        rating: <Stars rating={product.rating} count={product.numReviews} />,
        actions: <RowActions list={list} kind="product" id={product.id} name={product.name} />,
      }))}
    >
      {(table) =>
        mayEdit && products.length > 0 ? (
          <BulkForm products={products.map(({ id }) => id)} categories={categories} back={listUrl(list)}>
            {table}
          </BulkForm>
        ) : (
          table
        )
      }
    </ListPage>
  )
}

const stockOptions = stockChoices.map((level) => ({ value: level, label: stockLevelNames[level] }))
const stateChoices = productStates.map((state) => ({ value: state, label: productStateNames[state] }))

function Actions({ list }: { list: ListQuery }) {
  return (
    <>
      <StaffButtonLink to="/admin/product" small icon="plus">
        New product
      </StaffButtonLink>
      <ExportLink list={list} />
      <StaffButtonLink to="/admin/products/import" variant="secondary" small icon="upload">
        Import CSV
      </StaffButtonLink>
    </>
  )
}

function Stock({ product: { stock, lowVariants, sellsUncounted } }: { product: ProductTableRow }) {
  return (
    <>
      {sellsUncounted ? "Not counted" : stock === 0 ? <Badge tone="bad">0</Badge> : stock}
      {lowVariants.map(({ title, stock }) => (
        <p key={title} className="muted">
          {title}: {stock}
        </p>
      ))}
    </>
  )
}

function Product({ product: { id, name, picture, state }, to }: { product: ProductTableRow; to: string }) {
  return (
    <div className="row-product">
      <Permitted needs={productEditing}>
        <input type="checkbox" name="id" value={id} aria-label={`Tick ${name}`} />{" "}
      </Permitted>
      <ProductPicture picture={picture} sizes="2.75rem" upTo={160} alt="" />
      <RecordLink to={to}>{name}</RecordLink>{" "}
      {state !== "published" && <Badge tone="neutral">{productStateNames[state]}</Badge>}
    </div>
  )
}

interface BulkFormProps {
  products: string[]
  categories: readonly string[]
  back: string
  children: ReactNode
}

function BulkForm({ products, categories, back, children }: BulkFormProps) {
  const query = new URLSearchParams([...products.map((product) => ["id", product]), ["back", back]])
  const all = <Link to={paths.bulkEdit(`?${query}`)}>Change all on this page</Link>
  const bar = (
    <>
      <input type="hidden" name="back" value={back} />
      <Disclosure summary="Price, sale, stock, category and status">
        <BulkFields categories={categories} />
      </Disclosure>
    </>
  )
  return (
    <TickForm ids={products} action="/admin/products/bulk" all={all} bar={bar}>
      {children}
    </TickForm>
  )
}
