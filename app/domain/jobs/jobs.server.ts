import { sql } from "kysely"
import type { Queryable } from "~/domain/shop"

export interface JobPayloads {
  "deliver-mail": Record<string, never>
  "import-products": { id: string }
  "import-customers": { id: string }
  "book-bank-file": { id: string }
  "invite-customers": Record<string, never>
  "send-reset-link": { email: string }
  "send-order-links": { email: string }
  "send-sign-in-link": { email: string }
  "send-verification-link": { email: string }
  "send-order-claim": { userId: string }
  "notify-owner": Record<string, never>
  "notify-refund": { id: string }
  /** `at`: an ISO timestamp; `address`: the client's; `userId`: the signed-in user, who can only mean their own order */
  "file-withdrawal": Record<"order" | "email" | "name" | "reason" | "items" | "at" | "address", string> & {
    userId?: string
  }
  "issue-documents": Record<string, never>
  "draw-demo-pictures": { product: string; slug: string }
}

export type JobName = keyof JobPayloads

interface JobOptions {
  /** Milliseconds */
  delay?: number
  maxAttempts?: number
  /** False for a job with the lowest priority */
  isUrgent?: boolean
}

/** Jobs with a lower number run first; the library's default is 0. */
const NOT_URGENT = 10

export async function addJob<Name extends JobName>(
  { db }: Queryable,
  name: Name,
  payload: JobPayloads[Name],
  { delay = 0, maxAttempts, isUrgent = true }: JobOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json,
    run_at => now() + ${delay} * interval '1 millisecond', max_attempts => ${maxAttempts ?? null}, priority => ${isUrgent ? 0 : NOT_URGENT})`.execute(
    db,
  )
}

export const roundTrigger = (name: "deliver-mail" | "notify-owner" | "issue-documents") =>
  sql<object>`graphile_worker.add_job(${name}, '{}'::json, max_attempts => 1)`.as("job")

/** Includes failed jobs, but not running ones. */
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
