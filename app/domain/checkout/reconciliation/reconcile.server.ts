import { cancelRefundedOrders } from "~/domain/orders/cancellation/cancel-refunded-orders.server"
import { processAllRefunds } from "~/domain/refunds/process-due-refunds.server"
import type { Shop } from "~/domain/shop"
import { reconcilePayments, releaseExpiredHolds } from "./reconcile-payments.server"
import { recoverPayments } from "./recover-payments.server"
import { syncRecentRefunds } from "./sync-refunds.server"

interface Reconciliation {
  finished: number
  released: number
  refunded: number
  waiting: string[]
}

/** Reconciles payments, holds and refunds with the gateway; several processes may run it concurrently. */
export async function reconcile(shop: Shop): Promise<Reconciliation> {
  const [{ refunded, ...refunds }, holds, payments] = await Promise.all([
    processAllRefunds(shop),
    releaseExpiredHolds(shop),
    reconcilePayments(shop),
  ])
  // Refunds come last, because they may concern orders placed in this round.
  const lost = await attempt("payments", () => recoverPayments(shop))
  const waitingRefunds = await attempt("refunds", () => syncRecentRefunds(shop).then(() => []))
  await cancelRefundedOrders(shop)
  return {
    finished: holds.finished + payments.finished,
    released: holds.released + payments.released,
    refunded,
    waiting: [...refunds.waiting, ...holds.waiting, ...payments.waiting, ...lost, ...waitingRefunds],
  }
}

async function attempt(what: string, work: () => Promise<string[]>): Promise<string[]> {
  try {
    return await work()
  } catch (error) {
    return [`${what} of the payment service: ${(error as Error).message}`]
  }
}
