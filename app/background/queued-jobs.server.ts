import { sql } from "kysely"
import type { Queryable } from "../domain/shop"

/** Days */
const FAILED_JOB_RETENTION = 30
const MOST = 1_000

export async function deleteFailedJobs({ db }: Queryable): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${FAILED_JOB_RETENTION})
      limit ${MOST}
    ))`.execute(db)
}

/** Unlocks the jobs of killed workers, for which the library would wait four hours. */
export async function unlockLostJobs({ db }: Queryable): Promise<void> {
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '2 minutes'
    ))`.execute(db)
}
