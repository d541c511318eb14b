import { sql } from "kysely"
import type { Queryable } from "../domain/shop"

/** How long a job that was given up stays to be looked at, in days. */
const RETENTION_DAYS = 30
const MOST = 1_000

/** Forgets jobs that were given up long ago; the library keeps them for ever. What is left, the next round takes. */
export async function deleteFailedJobs({ db }: Queryable): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${RETENTION_DAYS})
      limit ${MOST}
    ))`.execute(db)
}
