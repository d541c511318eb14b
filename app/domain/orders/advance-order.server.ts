import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import type { Books, Shop } from "../shop"
import { invalid } from "../shop-error"
import { lockOrder } from "./lock-order.server"
import { nextStatus, type OrderStatus } from "./order"
import { mailDelivered, mailShipped } from "./order-mails.server"

/**
 * Takes an order one step further and tells its customer: Processing, Shipped, Delivered.
 * @param trackingNumber replaces the one there is, unless it is left out or empty
 * @throws ShopError `notFound`, or `invalid` for anything but the very next step
 */
export async function advanceOrder(
  shop: Shop,
  admin: Admin,
  id: string,
  status: OrderStatus,
  trackingNumber?: string,
): Promise<void> {
  await shop.transaction(async (books) => {
    const order = await lockOrder(books, id)
    refuseOtherSteps(order.status, status)
    if (order.payment_status === "refunded" && status === "Shipped") {
      throw invalid("This order was refunded in full: there is nothing to send")
    }
    const after = { status, trackingNumber: trackingNumber || order.tracking_number }
    await books.db
      .updateTable("orders")
      .set({ status, tracking_number: after.trackingNumber, ...timeOf(books, status) })
      .where("id", "=", id)
      .execute()
    await (status === "Shipped" ? mailShipped : mailDelivered)(books, id)
    await recordAudit(books, admin, {
      action: "order.advance",
      subjectKind: "order",
      subjectId: id,
      before: { status: order.status, trackingNumber: order.tracking_number },
      after,
    })
  })
}

function refuseOtherSteps(current: OrderStatus, wanted: OrderStatus): void {
  if (current === "Delivered") throw invalid("You have already delivered this order")
  if (current === "Cancelled") throw invalid("This order was cancelled")
  if (current === wanted) throw invalid(`This order is already ${current}`, "status")
  if (wanted !== nextStatus(current)) {
    throw invalid(`This order is ${current}: its next step is ${nextStatus(current)}`, "status")
  }
}

function timeOf(books: Books, status: OrderStatus) {
  return status === "Shipped" ? { shipped_at: books.now() } : { delivered_at: books.now() }
}
