// /admin/search

import { useLoaderData } from "@remix-run/react"
import {
  type BackOfficeMatches,
  BackOfficeSearch,
  isLongEnough,
  MIN_SEARCH_LENGTH,
  searchBackOffice,
} from "~/domain/dashboard/search-back-office.server"
import { countText } from "~/domain/lists/max-counted"
import { orderName } from "~/domain/orders/order"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { CalendarDate } from "~/ui/date-time"
import { EmptyState } from "~/ui/lists/empty-state"
import { OrderStatusBadge } from "~/ui/order/order-status"
import { Price } from "~/ui/price"
import { title } from "~/ui/shell/title"
import { AdminPage } from "./admin-page"
import { RecordLink } from "./permitted/permitted"
import { ShortTable } from "./tables/short-table"

export const meta = title<typeof loader>(({ search }) =>
  search ? `Results for “${search}”` : "Search the back office",
)

export const loader = adminPage([], async ({ shop, actor, url }) => {
  const { search } = BackOfficeSearch.parse(Object.fromEntries(url.searchParams))
  return {
    search,
    minLength: MIN_SEARCH_LENGTH,
    isLongEnough: isLongEnough(search),
    ...(await searchBackOffice(shop, actor, search)),
  }
})

export default function Search() {
  const { search, minLength, isLongEnough, ...matches } = useLoaderData<typeof loader>()
  const nothing = Object.values(matches).every(({ count }) => count === 0)
  return (
    <AdminPage title={search ? `Results for “${search}”` : "Search"}>
      {!isLongEnough ? (
        <EmptyState icon="search" title={`Please enter at least ${minLength} characters`}>
          Orders are found by number, customer, product and tracking number, products by name, customers by name and
          email.
        </EmptyState>
      ) : nothing ? (
        <EmptyState icon="search" title={`Nothing found for “${search}”`}>
          Try a shorter search, such as a family name or the first letters of a product.
        </EmptyState>
      ) : (
        <Results search={search} {...matches} />
      )}
    </AdminPage>
  )
}

type ResultsProps = BackOfficeMatches & { search: string }

function Results({ search, orders, products, users }: ResultsProps) {
  return (
    <div className="stack stack-l">
      {orders && (
        <ShortTable
          title={`Orders (${countText(orders.count)})`}
          more={paths.adminOrders({ search })}
          nothing="No orders found"
          rows={orders.rows}
          columns={{
            Order: ({ id, number, userName, createdAt }) => (
              <>
                <RecordLink to={paths.adminOrder(id)}>{userName}</RecordLink>
                <p className="muted">
                  {orderName(number)} · <CalendarDate date={createdAt} /> · {id}
                </p>
              </>
            ),
            Status: ({ status }) => <OrderStatusBadge status={status} />,
            Amount: ({ total }) => <Price cents={total} />,
          }}
        />
      )}
      {products && (
        <ShortTable
          title={`Products (${countText(products.count)})`}
          more={paths.adminProducts({ search })}
          nothing="No products found"
          rows={products.rows}
          columns={{
            Product: ({ id, name }) => <RecordLink to={paths.adminProduct(id)}>{name}</RecordLink>,
            Stock: ({ stock, sellsUncounted }) => (sellsUncounted ? "Not counted" : `${stock} in stock`),
            Price: ({ price }) => <Price cents={price} />,
          }}
        />
      )}
      {users && (
        <ShortTable
          title={`Customers (${countText(users.count)})`}
          more={paths.adminUsers({ search })}
          nothing="No customers found"
          rows={users.rows}
          columns={{
            Customer: ({ id, name, email }) => (
              <>
                <RecordLink to={paths.adminUser(id)}>{name}</RecordLink>
                <p className="muted">{email}</p>
              </>
            ),
            Role: ({ role }) => role,
          }}
        />
      )}
    </div>
  )
}
