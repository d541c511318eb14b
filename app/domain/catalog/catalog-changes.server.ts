import { sql } from "kysely"
import { preparedStatement } from "~db/prepared-statements.server"
import type { Queryable, Tx } from "../shop"

/** Stands for every answer there is. */
export const EVERYTHING = "everything"
/** What people search for most. */
export const SEARCHES = "searches"
/** How many units of a product there are. */
export const unitsOf = (product: string) => `units:${product}`
/** What its reviews say, and which of them are verified. */
export const reviewsOf = (product: string) => `reviews:${product}`
/** No change: when a transaction of that id was the oldest one under way. */
const MARK = "mark"

/** What a server has shown to a question. */
export interface Snapshot {
  /** When it was started, in seconds since 1970: by that it is known again. Others number their transactions otherwise. */
  startedAt: number
  /** The transactions that could be seen, as PostgreSQL writes them. */
  transactions: string
}

interface CatalogChanges {
  /** The next question asks for what this one has not been shown. */
  snapshot: Snapshot
  /** Ids of products whose own facts have changed, `unitsOf` and `reviewsOf` some, `EVERYTHING`, `SEARCHES`; each once. */
  subjects: string[]
}

/**
 * What has been committed since an earlier question, of all that anybody may read. Transactions become visible in another
 * order than that in which they began, so that no number of theirs says which of them are new: a snapshot does
 * (https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-INFO-SNAPSHOT). Where that proves nothing, because another
 * server answers or what has changed since was swept away, everything has changed.
 * @param since the snapshot of that question; null where there was none: everything may have changed
 */
export async function readCatalogChanges(shop: Queryable, since: Snapshot | null): Promise<CatalogChanges> {
  const seen = sql`${since?.transactions ?? null}::pg_snapshot`
  const { rows } = await sql<FoundChanges>`
    ${preparedStatement} select extract(epoch from pg_postmaster_start_time()) as "startedAt",
      pg_current_snapshot()::text as transactions,
      array(
        select distinct subject from catalog_changes
        where xid >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(xid, ${seen}) and subject <> ${MARK}
      ) as subjects,
      (
        select xid > pg_snapshot_xmin(${seen}) from catalog_changes where subject = ${MARK} order by xid limit 1
      ) as "isForgotten"`.execute(shop.db)
  const { subjects, isForgotten, ...snapshot } = rows[0] as FoundChanges
  const isContinued = since !== null && since.startedAt === snapshot.startedAt && !isForgotten
  return { snapshot, subjects: isContinued ? subjects : [EVERYTHING] }
}

interface FoundChanges extends Snapshot {
  subjects: string[]
  /** Whether something may have been swept away that the question before this one had not been shown; null: nothing was. */
  isForgotten: boolean | null
}

/** For writers of products that no trigger watches. */
export async function noteEverythingChanged(tx: Tx): Promise<void> {
  await tx.db.insertInto("catalog_changes").values({ subject: EVERYTHING }).execute()
}

/** How long a change is reported at least, in minutes; whoever has not asked for longer begins anew. */
const REPORTED_FOR = 60

/**
 * Forgets changes that everybody knows of who still remembers anything. When a change was written says nothing of when it
 * was committed: so every sweep leaves a mark under the oldest transaction that is still under way, and a later one forgets
 * what is older than a mark of an hour ago. All of that had been committed by then.
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
