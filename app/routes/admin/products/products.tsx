// /admin/products
import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { categories } from "~/domain/catalog/category"
import { stockLevelNames, stockLevels } from "~/domain/inventory/inventory"
import { listInventory } from "~/domain/inventory/inventory.server"
import { InventoryFilter } from "~/domain/inventory/inventory-filter"
import { listOrNothing } from "~/http/list-or-nothing.server"
import { adminPage } from "~/http/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { ExportLink } from "~/routes/admin/tables/export-link"
import type { ListQuery } from "~/routes/admin/tables/list-url"
import { FilterSelect, SearchBox, TableFilter } from "~/routes/admin/tables/table-filter"
import { ButtonLink } from "~/ui/button"
import { title } from "~/ui/title"
import { ProductsTable } from "./products-table"

export const meta = title("All products")

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, ({ shop, actor, url }) =>
    listOrNothing(url, InventoryFilter, (filter) => listInventory(shop, actor, filter), { products: [], count: 0 }),
  )
}

export default function Products() {
  const { products, count, filter, invalidValues } = useLoaderData<typeof loader>()
  const list: ListQuery = { path: "/admin/products", filter, defaultSort: "-date" }
  return (
    <AdminPage
      title="All products"
      actions={
        <>
          <ButtonLink to="/admin/product" small icon="plus">
            New product
          </ButtonLink>
          <ExportLink list={list} />
          <ButtonLink to="/admin/products/import" variant="secondary" small icon="upload">
            Import CSV
          </ButtonLink>
        </>
      }
    >
      <TableFilter
        list={list}
        label="Products"
        invalidValues={invalidValues}
        search={<SearchBox value={filter.search} placeholder="Name or ID" />}
      >
        <FilterSelect
          label="Category"
          name="category"
          value={invalidValues.category ?? filter.category}
          options={categoryChoices}
        />
        <FilterSelect label="Stock" name="stock" value={invalidValues.stock ?? filter.stock} options={stockChoices} />
      </TableFilter>
      <ProductsTable products={products} count={count} list={list} />
    </AdminPage>
  )
}

const categoryChoices = categories.map((category) => ({ value: category, label: category }))
const stockChoices = stockLevels.map((level) => ({ value: level, label: stockLevelNames[level] }))
