import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import { type LockedOrder, lockOrder } from "./lock-order.server"
import type { PaymentStatus } from "./order"
import type { ParcelFields } from "./order-schemas"
import { type NextStatus, type OrderStatus, statusRules } from "./order-status"
import { parcelFacts, toParcelRow } from "./parcel.server"
import { packUnits } from "./units-to-send.server"

export interface AdvanceFields extends Partial<ParcelFields> {
  /** The payment status as the form showed it */
  paymentSnapshot?: PaymentStatus
}

/**
 * Advances the order by one step; an empty number or carrier keeps the present one.
 * @throws ShopError `conflict` if a transfer is missing and the form did not show that
 */
export async function advanceOrder(
  shop: Shop,
  staff: Staff<"orders.ship">,
  id: string,
  status: OrderStatus,
  fields: AdvanceFields = {},
): Promise<void> {
  await shop.transaction((tx) => advanceOrderInTransaction(tx, staff, id, status, fields))
}

export async function advanceOrderInTransaction(
  tx: Tx,
  staff: Staff<"orders.ship">,
  id: string,
  status: OrderStatus,
  { tracking, carrier, paymentSnapshot }: AdvanceFields,
): Promise<void> {
  const order = await lockOrder(tx, id)
  assertNextStatus(order.status, status)
  const step = status.toLowerCase() as Lowercase<NextStatus>
  const reachedAt: keyof Tables["orders"] = `${step}_at`
  if (status === "Shipped") {
    assertPaymentKnown(order, paymentSnapshot)
    await assertPacked(tx, order)
  }
  const row = toParcelRow(tx, order, {
    tracking: tracking || (order.tracking_number ?? ""),
    carrier: carrier || (order.carrier ?? ""),
  })
  await tx.db
    .updateTable("orders")
    .set({ status, ...row, [reachedAt]: tx.now() })
    .where("id", "=", id)
    .execute()
  const before = { status: order.status, ...parcelFacts(order) }
  const after = { status, ...parcelFacts(row) }
  await emit(tx, `order.${step}`, { actor: staff, id, order: { ...order, status, ...row }, before, after })
}

function assertNextStatus(current: OrderStatus, wanted: OrderStatus): asserts wanted is NextStatus {
  const { next, advanceRefusal } = statusRules[current]
  if (advanceRefusal !== null) throw invalid(advanceRefusal)
  if (current === wanted) throw invalid(`This order is already ${current}`, "status")
  if (wanted !== next) throw invalid(`This order is ${current}: its next step is ${next}`, "status")
}

/** A transfer can be undone while the parcel is packed. */
function assertPaymentKnown({ payment_method, payment_status }: LockedOrder, shown: PaymentStatus | undefined): void {
  if (payment_method !== "transfer" || payment_status !== "awaiting" || shown === "awaiting") return
  throw conflict("The bank transfer for this order has not arrived: check the payment, then decide again")
}

async function assertPacked(tx: Tx, { id, payment_status }: Pick<LockedOrder, "id" | "payment_status">): Promise<void> {
  if (payment_status === "refunded") throw invalid("This order was refunded in full: there is nothing to send")
  if ((await packUnits(tx, id)) > 0) return
  throw invalid("Every unit of this order was refunded: there is nothing to send. You can cancel the order.")
}
