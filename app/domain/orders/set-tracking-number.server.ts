import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { lockOrder } from "./lock-order.server"
import type { ParcelFields } from "./order-schemas"
import { statusRules } from "./order-status"
import { parcelFacts, toParcelRow } from "./parcel.server"

const parcelNames = [
  ["tracking", "tracking number"],
  ["carrier", "carrier"],
] as const

/** Throws `conflict` if the number or the carrier differs from `expected`, which the form showed. */
export async function setTrackingNumber(
  shop: Shop,
  staff: Staff<"orders.ship">,
  id: string,
  parcel: ParcelFields,
  expected: Partial<ParcelFields> = {},
): Promise<void> {
  await shop.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (statusRules[order.status].parcel === "none")
      throw conflict("This order was cancelled: there is no parcel to be tracked")
    const current = { tracking: order.tracking_number ?? "", carrier: order.carrier ?? "" }
    for (const [field, name] of parcelNames) {
      if ([expected[field] ?? current[field], parcel[field]].includes(current[field])) continue
      const changed = current[field] ? `set the ${name} to ${current[field]}` : `removed the ${name}`
      throw conflict(`Someone else has ${changed}: save again to replace it`, field)
    }
    const row = toParcelRow(tx, order, parcel)
    await tx.db.updateTable("orders").set(row).where("id", "=", id).execute()
    await emit(tx, "order.tracked", { actor: staff, id, before: parcelFacts(order), after: parcelFacts(row) })
  })
}
