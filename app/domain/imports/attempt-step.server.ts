import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"

/** The number of attempts at a step, once a minute; steps that depend on other servers get an hour */
const MAX_TRIES = 5
const MAX_TRIES_ELSEWHERE = 60

export const FAULT = "Something went wrong in the shop. Its log has the details: please tell the person who runs it"

export type ImportTable = "product_imports" | "customer_imports"

interface Step {
  table: ImportTable
  importId: string
  /** An id of at most 40 characters */
  name: string
  /** Lets the import continue without the step. */
  giveUp: () => Promise<void>
  signal?: AbortSignal
}

/** Throws the error of the work until it has failed too often in a row: then the import continues without it. */
export async function attemptStep(shop: Shop, step: Step, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    step.signal?.throwIfAborted()
    const isElsewhere = error instanceof ShopError && error.kind === "unavailable"
    const failures = await countFailure(shop, step)
    if (failures < (isElsewhere ? MAX_TRIES_ELSEWHERE : MAX_TRIES)) throw error
    shop.log.error({ err: error, import: step.importId, step: step.name }, "an import continues without a failing step")
    await step.giveUp()
  }
}

async function countFailure({ db }: Shop, { table, importId, name }: Step): Promise<number> {
  const { failures } = await db
    .updateTable(table)
    .set({ failures: sql`case failing_step when ${name} then failures + 1 else 1 end`, failing_step: name })
    .where("id", "=", importId)
    .returning("failures")
    .executeTakeFirstOrThrow()
  return failures
}
