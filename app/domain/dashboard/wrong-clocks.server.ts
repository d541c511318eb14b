import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"
import { isWrong } from "./clock-skew"

export interface WrongClock {
  process: string
  /** Milliseconds by which the process's clock is ahead of the database's */
  skew: number
}

/** A process reports every few seconds. */
const ENDED_AFTER = sql<Date>`now() - interval '1 minute'`

/** Keeps only wrong clocks, and deletes processes that have ended. */
export async function recordClock({ db }: Queryable, { process, skew }: WrongClock): Promise<void> {
  if (isWrong(skew)) {
    await db
      .insertInto("wrong_clocks")
      .values({ process, skew })
      .onConflict((conflict) => conflict.column("process").doUpdateSet({ skew, measured_at: sql<Date>`now()` }))
      .execute()
    return
  }
  await db
    .deleteFrom("wrong_clocks")
    .where((row) => row.or([row("process", "=", process), row("measured_at", "<", ENDED_AFTER)]))
    .execute()
}

export async function listWrongClocks({ db }: Queryable): Promise<WrongClock[]> {
  return db
    .selectFrom("wrong_clocks")
    .select(["process", "skew"])
    .where("measured_at", ">", ENDED_AFTER)
    .orderBy("process")
    .limit(20)
    .execute()
}
