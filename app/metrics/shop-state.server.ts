import type pg from "pg"
import { HOLD_MINUTES } from "~/domain/checkout/checkout"
import { HOUR, MINUTE } from "~/domain/durations"

/** `age` is that of the oldest entry, in seconds. */
export interface StateCount {
  kind:
    | "jobs"
    | "mails"
    | "payments"
    | "unsettled"
    | "refunds"
    | "holds"
    | "incidents"
    | "recent-payments"
    | "recent-refunds"
  state: string
  count: number
  oldest: number
}

/** Uses partial indexes on unfinished rows, and for the last hour the ids, which begin with their time. */
export async function readShopState(pool: pg.Pool, now: Date): Promise<StateCount[]> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)
  const { rows } = await pool.query<StateCount>(SHOP_STATE, [now, ago(HOLD_MINUTES * MINUTE), firstIdSince(ago(HOUR))])
  return rows
}

const AGE = (since: string) => `coalesce(extract(epoch from $1::timestamptz - min(${since})), 0)::float8`

/** Parameters: now, the beginning of holds that end now, and the first id of the last hour */
export const SHOP_STATE = `
  select 'jobs' as kind, case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed'
      when run_at > now() then 'scheduled' else 'ready' end as state,
    count(*), greatest(0, extract(epoch from now() - min(coalesce(locked_at, run_at))))::float8 as oldest
  from graphile_worker.jobs group by state
  union all
  select 'mails', 'waiting', count(*), ${AGE("created_at")} from mails where sent_at is null and failed_at is null
  union all
  select 'mails', 'failed', count(*), ${AGE("failed_at")} from mails where failed_at is not null
  union all
  select 'payments', 'open', count(*), ${AGE("created_at")} from payments where status = 'open'
  union all
  select 'unsettled', 'overdue', count(*), ${AGE("coalesce(hold_expires_at, payments.created_at)")}
  from payments left join checkouts on checkouts.id = checkout_id
  where payments.status = 'open' and processing_since is null and case when checkouts.id is null then payments.created_at < $2
    else hold_expires_at < $1 end
  union all
  select 'refunds', status, count(*), ${AGE("created_at")} from refunds
    where status in ('requested', 'failed') and payout is null group by status
  union all
  select 'holds', case when hold_expires_at > $1 then 'live' else 'expired' end as state, count(*), ${AGE("hold_expires_at")}
  from checkouts where status = 'held' group by state
  union all
  select 'incidents', 'open', count(*), ${AGE("created_at")} from payment_incidents where resolved_at is null
  union all
  select 'recent-payments', status, count(*), 0 from payments where id >= $3 group by status
  union all
  select 'recent-refunds', status, count(*), 0 from refunds where id >= $3 group by status`

function firstIdSince(moment: Date): string {
  return Math.floor(moment.getTime() / 1000)
    .toString(16)
    .padEnd(24, "0")
}
