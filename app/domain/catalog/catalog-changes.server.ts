import { sql } from "kysely"
import { preparedStatement } from "~db/prepared-statements.server"
import type { Queryable, Tx } from "../shop"

/** The cache tag of every response. */
export const EVERYTHING = "everything"
/** The cache tag of popular searches. */
export const SEARCHES = "searches"
/** The cache tag of a product's number of units; that of its facts is its id. */
export const unitsOf = (product: string) => `units:${product}`
/** The cache tag of a product's reviews, and of which are verified. */
export const reviewsOf = (product: string) => `reviews:${product}`
/** A row that is no change: its transaction was the oldest one under way at a sweep. */
const MARK = "mark"

/** What a poll could see. */
export interface Snapshot {
  /** When the database server was started, in seconds since 1970: another one numbers its transactions anew. */
  startedAt: number
  /** A `pg_snapshot`. */
  transactions: string
}

interface CatalogChanges {
  /** For the next poll. */
  snapshot: Snapshot
  /** The changed cache tags, each once. */
  tags: string[]
}

/**
 * Returns the tags of what was committed since an earlier poll, of all that anybody may read. Transactions become visible in
 * another order than that of their numbers: a snapshot knows which are new
 * (https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-INFO-SNAPSHOT). Where it proves nothing, because the server
 * is another one or changes were swept away, the tag is `EVERYTHING`.
 * @param since the snapshot of the earlier poll, `null` if there was none
 */
export async function readCatalogChanges(shop: Queryable, since: Snapshot | null): Promise<CatalogChanges> {
  const seen = sql`${since?.transactions ?? null}::pg_snapshot`
  const { rows } = await sql<FoundChanges>`
    ${preparedStatement} select extract(epoch from pg_postmaster_start_time()) as "startedAt",
      pg_current_snapshot()::text as transactions,
      array(
        select distinct subject from catalog_changes
        where xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen}) and subject <> ${MARK}
      ) as tags,
      (
        select xid > pg_snapshot_xmin(${seen}) from catalog_changes where subject = ${MARK} order by xid limit 1
      ) as "isForgotten"`.execute(shop.db)
  const { tags, isForgotten, ...snapshot } = rows[0] as FoundChanges
  const isContinued = since !== null && since.startedAt === snapshot.startedAt && !isForgotten
  return { snapshot, tags: isContinued ? tags : [EVERYTHING] }
}

interface FoundChanges extends Snapshot {
  tags: string[]
  /** Whether changes may have been swept away that the earlier poll could not see; `null` if there was no sweep. */
  isForgotten: boolean | null
}

/** For writers of products that no trigger watches. */
export async function noteEverythingChanged(tx: Tx): Promise<void> {
  await tx.db.insertInto("catalog_changes").values({ subject: EVERYTHING }).execute()
}

/** For how many minutes changes are kept at least. */
const REPORTED_FOR = 60

/**
 * Deletes old changes. When a change was written says nothing of when it was committed: so every sweep leaves a mark under
 * the oldest transaction under way, and deletes what is older than a mark of an hour ago, which had been committed by then.
 */
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
