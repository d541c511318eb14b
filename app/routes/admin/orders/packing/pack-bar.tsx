import { Form, Link } from "@remix-run/react"
import { useRef } from "react"
import { paths } from "~/paths"
import { TickAll, useTicked } from "~/routes/admin/tables/tick-all"
import { Button } from "~/ui/button"
import { classNames } from "~/ui/class-names"

interface PackBarProps {
  /** The form's id, for the boxes in the rows */
  id: string
  orders: string[]
}

export function PackBar({ id, orders }: PackBarProps) {
  const form = useRef<HTMLFormElement>(null)
  const ticked = useTicked(form, orders)
  return (
    <Form
      id={id}
      ref={form}
      method="get"
      action="/admin/orders/slips"
      className={classNames("bulk-bar", ticked > 0 && "bulk-bar-ticked")}
    >
      <TickAll form={form} ticked={ticked} count={orders.length}>
        <p>
          All on this page: <Link to={paths.packingSlips(orders)}>Slips</Link>
          <Link to={paths.shipOrders(orders)}>Ship</Link>
        </p>
      </TickAll>
      <Button variant="secondary" icon="print">
        Packing slips
      </Button>
      <Button variant="secondary" icon="truck" formAction="/admin/orders/ship">
        Ship
      </Button>
    </Form>
  )
}
