import { sql } from "kysely"
import type { Queryable, Tx } from "~/domain/shop"
import { preparedStatement } from "~db/prepared-statements.server"

/** The cache tag of every response */
export const EVERYTHING = "everything"
export const SEARCHES = "searches"
/** The cache tag of a product's stock; its id is the tag of its facts. */
export const unitsOf = (product: string) => `units:${product}`
/** The cache tag of pages that count or filter by an option's value, such as `size=42` */
export const optionOf = (tag: string) => `option:${tag}`
/** The cache tag of a product's reviews and whether they are verified */
export const reviewsOf = (product: string) => `reviews:${product}`
/** Marks the oldest transaction in progress at a sweep. */
const MARK = "mark"

export interface Snapshot {
  /** The start time in seconds since 1970, because another server numbers its transactions independently */
  startedAt: number
  /** A `pg_snapshot` */
  transactions: string
}

interface CatalogChanges {
  snapshot: Snapshot
  tags: string[]
}

/**
 * Returns `EVERYTHING` if the server is another one, or if changes may have been deleted unread.
 * @throws PostgreSQL's error for writes on a standby, whose pages may be of any age
 * A snapshot decides what is new, because commits are not in the order of transaction ids
 * (https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-INFO-SNAPSHOT).
 */
export async function readCatalogChanges(shop: Queryable, since: Snapshot | null): Promise<CatalogChanges> {
  const seen = sql`${since?.transactions ?? null}::pg_snapshot`
  const { rows } = await sql<FoundChanges>`
    ${preparedStatement} select extract(epoch from pg_postmaster_start_time()) as "startedAt",
      pg_current_snapshot()::text as transactions,
      case when pg_is_in_recovery() then pg_current_xact_id() end as "failsOnStandby",
      array(
        select distinct subject from catalog_changes
        where xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen}) and subject <> ${MARK}
      ) as tags,
      (
        select xid > pg_snapshot_xmin(${seen}) from catalog_changes where subject = ${MARK} order by xid limit 1
      ) as "isForgotten"`.execute(shop.db)
  const { tags, isForgotten, startedAt, transactions } = rows[0] as FoundChanges
  const snapshot = { startedAt, transactions }
  const isContinued = since !== null && since.startedAt === snapshot.startedAt && !isForgotten
  return { snapshot, tags: isContinued ? tags : [EVERYTHING] }
}

interface FoundChanges extends Snapshot {
  tags: string[]
  /** Returns whether a sweep may have deleted changes after the snapshot; `null` without a sweep. */
  isForgotten: boolean | null
}

/** For writes of products that no trigger observes */
export async function noteEverythingChanged(tx: Tx): Promise<void> {
  await tx.db.insertInto("catalog_changes").values({ subject: EVERYTHING }).execute()
}

/** Minutes */
const REPORTED_FOR = 60

/** Deletes changes older than a mark of an hour ago, because the time of a write is not that of its commit. */
export async function deleteOldChanges({ db }: Queryable): Promise<void> {
  await sql`
    delete from catalog_changes where xid < (
      select max(xid) from catalog_changes
      where subject = ${MARK} and noted_at < clock_timestamp() - make_interval(mins => ${REPORTED_FOR})
    )`.execute(db)
  await sql`
    insert into catalog_changes (xid, subject)
    values (pg_snapshot_xmin(pg_current_snapshot()), ${MARK})`.execute(db)
}
