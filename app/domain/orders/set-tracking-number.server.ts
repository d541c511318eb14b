import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { lockOrder } from "./lock-order.server"
import type { ParcelFields } from "./order-schemas"
import { statusRules } from "./order-status"
import { parcelFacts, toParcelRow } from "./parcel.server"

/** Throws `conflict` if the number is no longer `expected`, which the form showed. */
export async function setTrackingNumber(
  shop: Shop,
  staff: Staff<"orders.ship">,
  id: string,
  parcel: ParcelFields,
  expected?: string,
): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (statusRules[order.status].parcel === "none")
      throw conflict("This order was cancelled: there is no parcel to be tracked")
    const current = order.tracking_number ?? ""
    if (expected !== undefined && expected !== current && parcel.tracking !== current) {
      const changed = current ? `set the tracking number to ${current}` : "removed the tracking number"
      throw conflict(`Somebody has ${changed} in the meantime: save again to replace it`, "tracking")
    }
    const row = toParcelRow(tx, order, parcel)
    await tx.db.updateTable("orders").set(row).where("id", "=", id).execute()
    await emit(tx, "order.tracked", { actor: staff, id, before: parcelFacts(order), after: parcelFacts(row) })
  })
}
