import { Form } from "@remix-run/react"
import { orderStatuses } from "~/domain/orders/order"
import type { OrderFilter } from "~/domain/orders/order-filter"
import { Button } from "~/ui/button"

export function OrdersFilter({ filter: { search, status } }: { filter: OrderFilter }) {
  return (
    <Form
      key={`${search}&${status}`}
      method="get"
      action="/orders"
      className="table-filter"
      role="search"
      aria-label="Your orders"
    >
      <label>
        Search
        <input type="search" name="search" defaultValue={search} placeholder="Order ID or product" maxLength={100} />
      </label>
      <label>
        Status
        <select name="status" defaultValue={status}>
          <option value="">All</option>
          {orderStatuses.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </select>
      </label>
      <Button variant="secondary" icon="search">
        Search
      </Button>
    </Form>
  )
}
