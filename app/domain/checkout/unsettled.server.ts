import type { Payment } from "../payments/payment"
import { toPayment } from "../payments/payments.server"
import type { Shop } from "../shop"
import { HOLD_MINUTES } from "./checkout"

/** A payment that may be paid, or was paid without the shop's knowing. */
export interface OpenPayment extends Payment {
  /** When the time to pay is over. */
  end: Date
  /** Whether its checkout still holds its units. */
  held: boolean
}

export async function findOpenPayments(shop: Shop): Promise<OpenPayment[]> {
  const rows = await shop.db
    .selectFrom("payments")
    .leftJoin("checkouts", "checkouts.id", "payments.checkout_id")
    .selectAll("payments")
    .select(["checkouts.status as checkout_status", "checkouts.hold_expires_at"])
    .where("payments.status", "=", "open")
    .execute()
  return rows.map((row) => {
    const end = row.hold_expires_at ?? new Date(row.created_at.getTime() + HOLD_MINUTES * 60_000)
    return { ...toPayment(row), end, held: row.checkout_status === "held" }
  })
}

/** Holds that are over and have nothing by which they could be paid. */
export async function findAbandonedHolds(shop: Shop): Promise<{ id: string }[]> {
  return shop.db
    .selectFrom("checkouts")
    .select("id")
    .where("status", "=", "held")
    .where("hold_expires_at", "<=", shop.now())
    .where((row) => {
      const open = row
        .selectFrom("payments")
        .select("payments.id")
        .whereRef("payments.checkout_id", "=", "checkouts.id")
        .where("payments.status", "=", "open")
      return row.not(row.exists(open))
    })
    .execute()
}

/** Refunds that were promised and are not confirmed. */
export async function findOwedRefunds(shop: Shop): Promise<{ id: string }[]> {
  return shop.db.selectFrom("refunds").select("id").where("status", "=", "requested").execute()
}
