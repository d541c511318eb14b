import { pino } from "pino"
import { openRateLimits } from "~/adapters/rate-limits.server"
import { openStripeGateway } from "~/adapters/stripe-gateway.server"
import { testKeys } from "~/adapters/testing/stripe-keys"
import type { StripeServer } from "~/adapters/testing/stripe-server"
import type { Queryable, Shop } from "~/domain/shop"
import { transaction } from "~/start/transaction.server"
import type { TestShop } from "~/testing/shop/test-shop.server"
import { openDatabase, openPool } from "~db/database.server"

/** A second process on the same database, with its own pool and gateway */
export function openSecondProcess(
  { shop, databaseUrl, stripe }: Pick<TestShop, "shop" | "databaseUrl"> & { stripe: StripeServer },
  { timeout = 15_000 } = {},
): Shop {
  const pool = openPool({ url: databaseUrl, max: 6 })
  const queryable: Queryable = { ...shop, db: openDatabase(pool) }
  const log = pino({ level: "silent" })
  return {
    ...shop,
    ...queryable,
    payments: openStripeGateway({ ...testKeys, apiBase: stripe.url, log, now: queryable.now, timeout }),
    limits: openRateLimits(pool),
    transaction: (work) => transaction(queryable, work),
  }
}
