import { sql } from "kysely"
import type { Shop } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"

/** Times that a step is tried, once a minute; what depends on other machines for an hour */
const MAX_TRIES = 5
const MAX_TRIES_ELSEWHERE = 60

export const FAULT = "Something went wrong in the shop. Its log has the details: please tell the person who runs it"

interface Step {
  importId: string
  /** Of 40 characters at most */
  name: string
  /** Lets the import go on without the step. */
  giveUp: () => Promise<void>
  signal?: AbortSignal
}

/** Throws what the work throws until it has failed too often in a row: then the import goes on without it. */
export async function attemptStep(shop: Shop, step: Step, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    step.signal?.throwIfAborted()
    const isElsewhere = error instanceof ShopError && error.kind === "unavailable"
    const failures = await countFailure(shop, step)
    if (failures < (isElsewhere ? MAX_TRIES_ELSEWHERE : MAX_TRIES)) throw error
    shop.log.error({ err: error, import: step.importId, step: step.name }, "an import goes on without a failing step")
    await step.giveUp()
  }
}

async function countFailure({ db }: Shop, { importId, name }: Step): Promise<number> {
  const { failures } = await db
    .updateTable("product_imports")
    .set({ failures: sql`case failing_step when ${name} then failures + 1 else 1 end`, failing_step: name })
    .where("id", "=", importId)
    .returning("failures")
    .executeTakeFirstOrThrow()
  return failures
}
