import { setTimeout as sleep } from "node:timers/promises"
import type { Queryable, Tx } from "~/domain/shop"
import { subscribers } from "~/domain/subscribers/subscribers.server"
import { databaseErrorKind } from "~db/database-error"

const MAX_ATTEMPTS = 5
/** Milliseconds before the first retry, doubled before the second */
const RETRY_DELAY = 20

/** Retries collisions, which is safe because a rollback undoes every side effect of a `Tx`. */
export async function transaction<T>(shop: Queryable, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await shop.db.transaction().execute((db) => work({ ...shop, db, subscribers } as Tx))
    } catch (error) {
      if (tries === MAX_ATTEMPTS || databaseErrorKind(error) !== "collision") throw error
      shop.log.info({ err: error, tries }, "two transactions conflicted; this one is retried")
      await sleep(RETRY_DELAY * 2 ** (tries - 1) * (0.5 + Math.random()))
    }
  }
}
