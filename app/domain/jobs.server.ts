import { sql } from "kysely"
import type { Queryable } from "./shop"

/** `app/background/background.server.ts` runs them. */
export interface JobPayloads {
  "deliver-mail": Record<string, never>
  "import-products": { id: string }
  "send-reset-link": { email: string }
  "notify-owner": Record<string, never>
  "notify-refund": { id: string }
}

export type JobName = keyof JobPayloads

interface JobOptions {
  /** In milliseconds. */
  delay?: number
  /** 25 by default. */
  maxAttempts?: number
}

/** Adds a job in the caller's transaction. */
export async function addJob<Name extends JobName>(
  { db }: Queryable,
  name: Name,
  payload: JobPayloads[Name],
  { delay = 0, maxAttempts }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => now() + ${delay} * interval '1 millisecond', max_attempts => ${maxAttempts ?? null})`.execute(db)
}

/** Adds, as a column of a statement, a job that begins a round at once, for each row; it is tried once. */
export const roundTrigger = (name: "deliver-mail" | "notify-owner") =>
  sql<object>`graphile_worker.add_job(${name}, '{}'::json, max_attempts => 1)`.as("job")

/** Removes jobs with this text in their payload that are not running, failed ones included. */
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
