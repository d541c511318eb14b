import { cancelRefundedOrders } from "~/domain/orders/cancellation/cancel-refunded-orders.server"
import { processAllRefunds } from "~/domain/refunds/process-due-refunds.server"
import type { Shop } from "../shop"
import { reconcilePayments } from "./reconcile-payments.server"
import { releaseExpiredHolds } from "./release-expired-holds.server"
import { syncRecentRefunds } from "./sync-refunds.server"

/** What a reconciliation did, and what it could not do yet. */
interface Reconciliation {
  /** Payments that succeeded without the shop's knowing, and are finished now. */
  finished: number
  /** Abandoned holds whose units are back. */
  released: number
  /** Refunds that were still owed: the money is back. */
  refunded: number
  /** What must be tried again, one sentence each. */
  waiting: string[]
}

/**
 * Brings the shop and the gateway into step: payments without an order, abandoned holds, refunds that are not confirmed,
 * refunds that were made at the gateway itself, and orders that were refunded in full but not cancelled. The background
 * does the same every minute, each kind by itself. Any number of processes may do so at once; a second run finds nothing to do.
 */
export async function reconcile(shop: Shop): Promise<Reconciliation> {
  const [{ refunded, ...refunds }, holds, payments] = await Promise.all([
    processAllRefunds(shop),
    releaseExpiredHolds(shop),
    reconcilePayments(shop),
  ])
  const waitingRefunds = await reconcileRefunds(shop)
  await cancelRefundedOrders(shop)
  return {
    finished: holds.finished + payments.finished,
    released: holds.released + payments.released,
    refunded,
    waiting: [...refunds.waiting, ...holds.waiting, ...payments.waiting, ...waitingRefunds],
  }
}

/** Reads the refunds made elsewhere last, when the orders are written that they may be about. */
async function reconcileRefunds(shop: Shop): Promise<string[]> {
  try {
    await syncRecentRefunds(shop)
    return []
  } catch (error) {
    return [`refunds of the payment service: ${(error as Error).message}`]
  }
}
