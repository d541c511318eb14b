// /admin/products
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { categories } from "~/domain/catalog/category"
import { stockLevelNames, stockLevels } from "~/domain/inventory/inventory"
import { listInventory } from "~/domain/inventory/inventory.server"
import { InventoryFilter } from "~/domain/inventory/inventory-filter"
import { page } from "~/http/page.server"
import { ButtonLink } from "~/ui/button"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { type List, listPath } from "./list-address"
import { ProductsTable } from "./products-table"
import { Choice, SearchBox, TableFilter } from "./table-filter"

export const meta = title("All products")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const filter = InventoryFilter.parse(Object.fromEntries(url.searchParams))
    return { ...(await listInventory(shop, requireAdmin(user), filter)), filter }
  })
}

export default function Products() {
  const { products, count, filter } = useLoaderData<typeof loader>()
  const list: List = { path: "/admin/products", filter, defaultSort: "-date" }
  const download = listPath({ ...list, path: "/admin/products/export" }, { page: 1 })
  return (
    <AdminPage
      title="All products"
      actions={
        <>
          <ButtonLink to="/admin/product" small icon="plus">
            New product
          </ButtonLink>
          <Link to={download} reloadDocument className="button button-secondary button-small">
            Export CSV
          </Link>
          <ButtonLink to="/admin/products/import" variant="secondary" small icon="upload">
            Import CSV
          </ButtonLink>
        </>
      }
    >
      <TableFilter list={list} label="Products">
        <SearchBox value={filter.search} placeholder="Name or ID" />
        <Choice label="Category" name="category" value={filter.category} options={categoryChoices} />
        <Choice label="Stock" name="stock" value={filter.stock} options={stockChoices} />
      </TableFilter>
      <ProductsTable products={products} count={count} list={list} />
    </AdminPage>
  )
}

const categoryChoices = categories.map((category) => ({ value: category, label: category }))
const stockChoices = stockLevels.map((level) => ({ value: level, label: stockLevelNames[level] }))
