// /admin/search
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import {
  type BackOfficeMatches,
  BackOfficeSearch,
  MIN_SEARCH_LENGTH,
  searchBackOffice,
} from "~/domain/dashboard/search-back-office.server"
import { adminPage } from "~/http/page.server"
import { CalendarDate } from "~/ui/date-time"
import { EmptyState } from "~/ui/empty-state"
import { OrderStatusBadge } from "~/ui/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { ShortTable } from "./tables/short-table"

export const meta = title("Search")

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, async ({ shop, actor, url }) => {
    const { search } = BackOfficeSearch.parse(Object.fromEntries(url.searchParams))
    return { search, minLength: MIN_SEARCH_LENGTH, ...(await searchBackOffice(shop, actor, search)) }
  })
}

export default function Search() {
  const { search, minLength, ...matches } = useLoaderData<typeof loader>()
  const nothing = Object.values(matches).every(({ count }) => count === 0)
  return (
    <AdminPage title={search ? `Results for “${search}”` : "Search"}>
      {search.length < minLength ? (
        <EmptyState icon="search" title={`Please enter at least ${minLength} characters`}>
          Orders are found by number, customer, product and tracking number, products by name, customers by name and
          email.
        </EmptyState>
      ) : nothing ? (
        <EmptyState icon="search" title={`Nothing found for “${search}”`}>
          Perhaps a part of it finds more: a family name, the first letters of a product.
        </EmptyState>
      ) : (
        <Results search={search} {...matches} />
      )}
    </AdminPage>
  )
}

type ResultsProps = BackOfficeMatches & { search: string }

function Results({ search, orders, products, users }: ResultsProps) {
  const query = `?search=${encodeURIComponent(search)}`
  return (
    <div className="stack stack-l">
      <ShortTable
        title={`Orders (${orders.count})`}
        more={`/admin/orders${query}`}
        nothing="No orders found"
        columns={["Order", "Status", "Amount"]}
        rows={orders.rows.map(({ id, userName, createdAt, status, total }) => ({
          id,
          cells: [
            <div key="order">
              <Link to={`/admin/order/${id}`}>{userName}</Link>
              <p className="muted">
                <CalendarDate date={createdAt} /> · {id}
              </p>
            </div>,
            <OrderStatusBadge key="status" status={status} />,
            <Price key="amount" cents={total} />,
          ],
        }))}
      />
      <ShortTable
        title={`Products (${products.count})`}
        more={`/admin/products${query}`}
        nothing="No products found"
        columns={["Product", "Stock", "Price"]}
        rows={products.rows.map(({ id, name, stock, price }) => ({
          id,
          cells: [
            <Link key="product" to={`/admin/product/${id}`}>
              {name}
            </Link>,
            `${stock} in stock`,
            <Price key="price" cents={price} />,
          ],
        }))}
      />
      <ShortTable
        title={`Customers (${users.count})`}
        more={`/admin/users${query}`}
        nothing="No customers found"
        columns={["Customer", "Role"]}
        rows={users.rows.map(({ id, name, email, role }) => ({
          id,
          cells: [
            <div key="customer">
              <Link to={`/admin/user/${id}`}>{name}</Link>
              <p className="muted">{email}</p>
            </div>,
            role,
          ],
        }))}
      />
    </div>
  )
}
