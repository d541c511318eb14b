import { sql } from "kysely"
import type { Queryable } from "./shop"

/** The jobs of the background, and what each is given; `app/background/background.server.ts` does them. */
export interface JobPayloads {
  "deliver-mail": Record<string, never>
  "import-products": { id: string }
  "send-reset-link": { email: string }
  "notify-owner": Record<string, never>
  "notify-refund": { id: string }
}

export type JobName = keyof JobPayloads

interface JobOptions {
  /** The job waits for so long, in milliseconds. */
  delay?: number
  /** How often it is tried; many times unless said otherwise. */
  maxAttempts?: number
}

/** Adds a job in the caller's transaction: it is done if that happened, and only then. */
export async function addJob<Name extends JobName>(
  shop: Queryable,
  name: Name,
  payload: JobPayloads[Name],
  { delay = 0, maxAttempts }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => now() + ${delay} * interval '1 millisecond', max_attempts => ${maxAttempts ?? null})`.execute(shop.db)
}

/** Removes the jobs with this text in their payload that are not under way, those that were given up as well. */
export async function removeJobs<Name extends JobName>(
  { db }: Queryable,
  name: Name,
  field: keyof JobPayloads[Name] & string,
  value: string,
): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select jobs.id from graphile_worker._private_jobs jobs
    join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier = ${name} and lower(payload ->> ${field}) = lower(${value})))`.execute(db)
}
