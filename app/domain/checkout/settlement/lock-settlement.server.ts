import { sql } from "kysely"
import type { Checkout } from "~/domain/checkout/checkout"
import { type LockedCheckout, lockedCheckouts } from "~/domain/checkout/locked-checkout.server"
import type { Payment } from "~/domain/payments/payment"
import { type JsonPayment, parsePayment, paymentColumns } from "~/domain/payments/payments.server"
import type { Tx } from "~/domain/shop"

/** A payment with its checkout and customer, all locked */
export interface Settlement {
  payment: Payment
  checkout: LockedCheckout | null
  customer: Checkout["customer"]
}

/** Locks the payment, its checkout, then the customer; `tryHoldStock` locks the variants last. */
export async function lockSettlement(tx: Tx, paymentId: string): Promise<Settlement> {
  const row = await tx.db
    .with("payment", (db) =>
      db.selectFrom("payments").select(paymentColumns).where("payments.id", "=", paymentId).forNoKeyUpdate(),
    )
    .selectFrom("payment")
    .leftJoinLateral(
      lockedCheckouts(tx).where(sql<boolean>`checkouts.id = payment."checkoutId"`).as("checkout"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (db) =>
        db
          .selectFrom("users")
          .select(["name", "email", "is_guest"])
          .whereRef("users.id", "=", "payment.userId")
          .forNoKeyUpdate()
          .as("customer"),
      (join) => join.onTrue(),
    )
    .select([
      sql<JsonPayment>`to_json(payment)`.as("payment"),
      "customer.name as customerName",
      "customer.email as customerEmail",
      "customer.is_guest as isGuest",
    ])
    .selectAll("checkout")
    .executeTakeFirstOrThrow()
  const { payment, customerName, customerEmail, isGuest, ...checkout } = row
  return {
    payment: parsePayment(payment),
    customer: { name: customerName, email: customerEmail, isGuest },
    checkout: checkout.id === null ? null : (checkout as LockedCheckout),
  }
}
