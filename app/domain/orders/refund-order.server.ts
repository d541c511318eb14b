import type { Selectable } from "kysely"
import type { OrdersTable } from "~db/schema"
import type { Admin } from "../accounts/user"
import { recordAudit } from "../audit/audit-log.server"
import { type Cents, formatCents } from "../money"
import type { Books, Shop } from "../shop"
import { conflict, invalid, ShopError } from "../shop-error"
import { lockOrder } from "./lock-order.server"
import { priceOfUnits } from "./order"
import { askForRefund, settleSoon, tellLater, tellRefund } from "./order-refunds.server"
import { type ReturnedUnits, restock, unitsOutside } from "./restock.server"

export interface RefundRequest {
  /** `whole` is everything that has not been given back yet; absent: the price of the units with their tax. */
  amount?: Cents | "whole"
  /** What comes back, or is only paid back. */
  units?: readonly ReturnedUnits[]
  /** Whether the units go back to stock; with `whole`, all that are still outside. */
  restock?: boolean
  reason?: string
  /** What had been refunded when the administrator looked: another refund since then is a surprise and refuses this one. */
  seen?: Cents
}

/**
 * Gives money of an order back, in whole or in part, never more than was paid, and tells the customer. The refund is
 * written down first and carried out at the gateway afterwards; when the gateway cannot be asked, reconciliation does it.
 * Answers the amount.
 * @throws ShopError `notFound`, `invalid` for a senseless amount, `conflict` when somebody else has refunded meanwhile,
 * `payment` when the gateway refuses
 */
export async function refundOrder(shop: Shop, admin: Admin, id: string, request: RefundRequest): Promise<Cents> {
  const { refundId, amount } = await shop.transaction(async (books) => {
    const order = await lockOrder(books, id)
    if (request.seen !== undefined && request.seen !== order.refunded_amount) {
      throw conflict("This order was refunded meanwhile: please look at it again")
    }
    const amount = await amountOf(books, order, request)
    const reason = request.reason?.trim() || "Refunded by the shop"
    const refundId = await askForRefund(books, order, { amount, reason, by: admin.id })
    const returned = request.amount === "whole" ? await unitsOutside(books, id) : (request.units ?? [])
    if (request.restock) await restock(books, { orderId: id, returned, actorId: admin.id })
    await tellLater(books, refundId)
    await recordAudit(books, admin, {
      action: "order.refund",
      subjectKind: "order",
      subjectId: id,
      before: { refunded: order.refunded_amount },
      after: {
        refunded: order.refunded_amount + amount,
        reason,
        restocked: request.restock ? countUnits(returned) : 0,
      },
    })
    return { refundId, amount }
  })
  const failure = await settleSoon(shop, refundId)
  if (failure !== null) {
    const units = request.restock ? " The units are back in stock." : ""
    throw new ShopError("payment", `Nothing was given back, the payment service refused: ${failure}.${units}`)
  }
  await tellRefund(shop, refundId)
  return amount
}

async function amountOf(books: Books, order: Selectable<OrdersTable>, request: RefundRequest): Promise<Cents> {
  const left = order.total_price - order.refunded_amount
  if (left === 0) throw invalid("This order has been refunded in full")
  // The taxes of parts, each rounded, may come to a cent more than the tax of the whole.
  const priceOfParts = async () => Math.min(left, await priceOf(books, order.id, request.units ?? []))
  const amount = request.amount === "whole" ? left : (request.amount ?? (await priceOfParts()))
  if (amount < 1) throw invalid("Enter an amount, or how many units come back", "amount")
  if (amount > left) throw invalid(`At most ${formatCents(left)} can still be refunded`, "amount")
  if (request.restock && request.amount !== "whole" && countUnits(request.units ?? []) === 0) {
    throw invalid("Say how many units go back to stock", "units")
  }
  return amount
}

/** The price of units with their tax. */
async function priceOf(books: Books, orderId: string, units: readonly ReturnedUnits[]): Promise<Cents> {
  const lines = await books.db
    .selectFrom("order_lines")
    .select(["id", "name", "price", "quantity"])
    .where("order_id", "=", orderId)
    .execute()
  const priced = units.map(({ line: id, quantity }) => {
    const line = lines.find((line) => line.id === id)
    if (!line) throw invalid("There is no such line in this order", "units")
    if (quantity > line.quantity) throw invalid(`Only ${line.quantity} of ${line.name} were ordered`, "units")
    return { price: line.price, quantity }
  })
  return priceOfUnits(priced)
}

function countUnits(units: readonly ReturnedUnits[]): number {
  return units.reduce((sum, unit) => sum + unit.quantity, 0)
}
