import { Link } from "@remix-run/react"
import { paths } from "~/paths"
import { TickBar } from "~/routes/admin/tables/tick-bar"
import { Button } from "~/ui/button"

interface PackBarProps {
  id: string
  orders: string[]
}

export function PackBar({ id, orders }: PackBarProps) {
  const all = (
    <p>
      All on this page: <Link to={paths.packingSlips(orders)}>Slips</Link>
      <Link to={paths.shipOrders(orders)}>Ship</Link>
    </p>
  )
  return (
    <TickBar id={id} ids={orders} action="/admin/orders/slips" all={all}>
      <Button variant="secondary" icon="print">
        Packing slips
      </Button>
      <Button variant="secondary" icon="truck" formAction="/admin/orders/ship">
        Ship
      </Button>
    </TickBar>
  )
}
