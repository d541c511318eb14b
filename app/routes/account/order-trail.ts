import { type Order, orderName } from "~/domain/orders/order"
import { paths } from "~/paths"

/** Guests have no list of orders. */
export function orderTrail({ id, number }: Pick<Order, "id" | "number">, isGuest: boolean, label: string) {
  const list = isGuest ? [] : [{ label: "Orders", to: "/orders" }]
  return [...list, { label: orderName(number), to: paths.order(id) }, { label }]
}
