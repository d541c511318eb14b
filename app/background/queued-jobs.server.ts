import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"

/** Days */
const FAILED_JOB_RETENTION = 30
const MOST = 1_000
/** A time beyond this cannot come from a correct clock. */
const SOON = sql`now() + interval '2 minutes'`

export async function deleteFailedJobs({ db }: Queryable): Promise<void> {
  await sql`
    select graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs
      where attempts >= max_attempts and locked_at is null
        and updated_at < now() - make_interval(days => ${FAILED_JOB_RETENTION})
      limit ${MOST}
    ))`.execute(db)
}

/**
 * Unlocks the jobs of killed workers, for which the library would wait four hours, and undoes what was written while the
 * database's clock was ahead: the library schedules nothing before the last time it did.
 */
export async function unlockLostJobs({ db }: Queryable): Promise<void> {
  await sql`
    update graphile_worker._private_known_crontabs set last_execution = null
    where last_execution > ${SOON}`.execute(db)
  await sql`
    update graphile_worker._private_jobs set run_at = now(), created_at = now() where created_at > ${SOON}`.execute(db)
  await sql`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs where locked_at < now() - interval '2 minutes' or locked_at > ${SOON}
    ))`.execute(db)
}
