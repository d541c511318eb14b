import type { OrderFilter } from "~/domain/orders/order-filter"
import { orderStatuses } from "~/domain/orders/order-status"
import type { InvalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { Button } from "~/ui/button"
import { Select } from "~/ui/form/select"
import { GetForm } from "~/ui/lists/get-form"
import { InvalidFilterNotice } from "~/ui/lists/invalid-filter-notice"

interface OrdersFilterProps {
  filter: OrderFilter
  invalidValues: InvalidFilterValues
}

export function OrdersFilter({ filter: { search, status }, invalidValues }: OrdersFilterProps) {
  return (
    <GetForm
      tool={{ name: "filter_orders", description: "Lists the customer’s own orders by text and status", submits: true }}
      key={`${search}&${status}`}
      action="/orders"
      className="table-filter"
      role="search"
      aria-label="Your orders"
    >
      <label>
        Search{" "}
        <input type="search" name="search" defaultValue={search} placeholder="Number, ID or product" maxLength={100} />
      </label>{" "}
      <label htmlFor="status">
        Status <Select id="status" name="status" defaultValue={status} placeholder="All" options={orderStatuses} />
      </label>
      <Button variant="secondary" icon="search">
        Search
      </Button>
      <InvalidFilterNotice values={invalidValues} />
    </GetForm>
  )
}
