import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import type { Shop } from "../shop"
import { lockOrder } from "./lock-order.server"

/** Sets the tracking number that the customer sees; an empty one takes it away. @throws ShopError `notFound` */
export async function trackOrder(shop: Shop, admin: Admin, id: string, trackingNumber: string): Promise<void> {
  await shop.transaction(async (books) => {
    const order = await lockOrder(books, id)
    const number = trackingNumber || null
    await books.db.updateTable("orders").set({ tracking_number: number }).where("id", "=", id).execute()
    await recordAudit(books, admin, {
      action: "order.track",
      subjectKind: "order",
      subjectId: id,
      before: { trackingNumber: order.tracking_number },
      after: { trackingNumber: number },
    })
  })
}
