import { ChosenOrders } from "~/domain/orders/packing/packing-schemas"
import { invalid } from "~/domain/shop-error"

/** @throws ShopError `invalid` for an invalid id, and for too many */
export function chosenOrders(url: URL): string[] {
  const { data, error } = ChosenOrders.safeParse(url.searchParams.getAll("id"))
  if (error) throw invalid(error.issues[0]?.message ?? "Choose the orders again")
  return data
}
