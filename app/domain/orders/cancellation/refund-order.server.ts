import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Cents } from "~/domain/money/money"
import { refundNote, refundRefusal } from "~/domain/payments/refund-refusal"
import { isLargeOfOrder } from "~/domain/refunds/large-refund.server"
import { BeyondRefundLimit } from "~/domain/refunds/refund-limits.server"
import { REFUNDED_BY_SHOP } from "~/domain/refunds/refunds.server"
import type { Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { completeRefund } from "./complete-refund.server"
import { type GivenBack, giveBack } from "./give-back.server"
import { countRestocked, planRefund, type RefundPlan } from "./refund-plan.server"
import { assertMayRefund, endRefundRequestsOf, type RefundRequest, requestConfirmation } from "./refund-requests.server"
import { lockSale, readSale, type Sale } from "./sale.server"

/** `refunded` is the amount that is paid back. */
type RefundAttempt = { amountToConfirm: Cents } | { refunded: Cents } | { waiting: Cents }

/** Returns the amount to confirm, if it is large, or the waiting request. */
export async function refundWithConfirmation(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
  confirmed: Cents | undefined,
): Promise<RefundAttempt> {
  try {
    const given = await shop.transaction(async (tx) => {
      const sale = await lockSale(tx, id)
      const plan = planRefund(sale, request)
      const { amount } = plan
      if (confirmed !== amount && (await isLargeOfOrder(tx, staff, { order: sale.order, amount })))
        return { amountToConfirm: amount }
      return refundSale(tx, staff, sale, plan, request)
    })
    if ("amountToConfirm" in given) return given
    return { refunded: await complete(shop, given, request) }
  } catch (error) {
    if (!(error instanceof BeyondRefundLimit)) throw error
    await requestConfirmation(shop, staff, id, { request, amount: error.amount })
    return { waiting: error.amount }
  }
}

export async function quoteRefund(
  shop: Shop,
  _staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  const sale = await readSale(shop, id)
  const { amount } = planRefund(sale, request)
  assertMethodAllows(shop, sale, amount)
  return amount
}

/** What staff must know about the method of an order's payment before they refund it */
export async function noteOfRefund(shop: Shop, _staff: Staff<"orders.refund">, id: string): Promise<string | null> {
  const { order, onlineMethod: method } = await readSale(shop, id)
  return refundNote({ method, paidAt: order.created_at }, shop.now())
}

/** @throws ShopError `invalid` for a refund that the payment service would refuse */
function assertMethodAllows({ now }: Pick<Shop, "now">, { order, onlineMethod: method }: Sale, amount: Cents): void {
  const wanted = { method, paidAt: order.created_at, amount, total: order.total_price }
  const refusal = refundRefusal(wanted, now())
  if (refusal !== null) throw invalid(refusal, "amount")
}

/** Returns the amount that is paid back. Leaves the stored refund to reconciliation if the gateway is unavailable; a full one cancels an unshipped order. */
export async function refundOrder(
  shop: Shop,
  staff: Staff<"orders.refund">,
  id: string,
  request: RefundRequest,
): Promise<Cents> {
  const given = await shop.transaction(async (tx) => {
    const sale = await lockSale(tx, id)
    return refundSale(tx, staff, sale, planRefund(sale, request), request)
  })
  return complete(shop, given, request)
}

async function refundSale(
  tx: Tx,
  staff: Staff<"orders.refund">,
  sale: Sale,
  plan: RefundPlan,
  { reason: typed = "" }: RefundRequest,
): Promise<GivenBack> {
  const { order } = sale
  const reason = typed.trim() || REFUNDED_BY_SHOP
  assertMethodAllows(tx, sale, plan.amount)
  await assertMayRefund(tx, staff, order, plan.amount)
  await endRefundRequestsOf(tx, sale)
  const given = await giveBack(tx, sale, plan, { reason, by: staff })
  await emitRefundRequested(tx, staff, sale, plan, reason)
  return given
}

/** For a refund that staff have decided on */
export async function emitRefundRequested(
  tx: Tx,
  actor: Staff<"orders.refund">,
  { order }: Sale,
  { amount, units }: RefundPlan,
  reason: string,
): Promise<void> {
  const before = { refunded: order.refunded_amount }
  const after = { refunded: order.refunded_amount + amount, reason, restocked: countRestocked(units) }
  await emit(tx, "order.refund-requested", { actor, id: order.id, before, after, customerId: order.user_id })
}

async function complete(shop: Shop, given: GivenBack, { restock }: RefundRequest): Promise<Cents> {
  const units = restock ? " The units are back in stock." : ""
  await completeRefund(
    shop,
    given,
    (failure) => `Nothing was refunded, because the payment service refused: ${failure}.${units}`,
  )
  return given.paidBack
}
