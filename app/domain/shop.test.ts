import { expectTypeOf, test } from "vitest"
import type { recordAudit } from "~/domain/audit/audit-log.server"
import type { openPayment } from "~/domain/checkout/payment/checkout-payment.server"
import type { Queryable, Shop, Tx } from "./shop"

// The types are the test: `npm run typecheck` rejects this file if one of the statements is no longer true.
test("a transaction is not a shop, and a shop is not a transaction", () => {
  expectTypeOf<Tx>().not.toExtend<Shop>()
  expectTypeOf<Shop>().not.toExtend<Tx>()
  expectTypeOf<Shop>().toExtend<Queryable>()
  expectTypeOf<Tx>().toExtend<Queryable>()
})

test("no call to Stripe runs inside a transaction, and no audit entry is written outside of one", () => {
  expectTypeOf<Tx>().not.toExtend<Parameters<typeof openPayment>[0]>()
  expectTypeOf<Shop>().not.toExtend<Parameters<typeof recordAudit>[0]>()
})
