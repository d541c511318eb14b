import { sql } from "kysely"
import type { Queryable } from "../domain/shop"

/**
 * Gives back the jobs of workers that were killed. The library itself waits four hours; here no job takes longer than
 * some statements do.
 */
export async function unlockLostJobs({ db }: Queryable): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '2 minutes'
    ))`.execute(db)
}
