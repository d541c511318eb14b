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

interface CatalogChanges {
  /** What the database has shown to this question; the next one asks for what it has not. */
  snapshot: string
  /** Ids of products whose own facts have changed, `unitsOf` and `reviewsOf` some, `EVERYTHING`, `SEARCHES`; each once. */
  subjects: string[]
}

/**
 * What has been committed since an earlier question, of all that anybody may read. Transactions become visible in another
 * order than that in which they began, so that no number of theirs says which of them are new: a snapshot does
 * (https://www.postgresql.org/docs/15/functions-info.html#FUNCTIONS-INFO-SNAPSHOT).
 * @param since the snapshot of that question; null asks for nothing but a first snapshot
 */
export async function readCatalogChanges(shop: Queryable, since: string | null): Promise<CatalogChanges> {
  const found = await sql<CatalogChanges>`
    ${preparedStatement} select pg_current_snapshot()::text as snapshot, array(
      select distinct subject from catalog_changes
      where xid >= pg_snapshot_xmin(${since}::pg_snapshot) and not pg_visible_in_snapshot(xid, ${since}::pg_snapshot)
        and subject <> ${MARK}
    ) as subjects`.execute(shop.db)
  const { snapshot, subjects } = found.rows[0] ?? { snapshot: "", subjects: [EVERYTHING] }
  return { snapshot, subjects: since && isOlder(snapshot, since) ? [EVERYTHING] : subjects }
}

/** For writers of products that no trigger watches. */
export async function noteEverythingChanged(tx: Tx): Promise<void> {
  await tx.db.insertInto("catalog_changes").values({ subject: EVERYTHING }).execute()
}

/** How long a change is reported at least, in minutes: many times as long as a process remembers without asking. */
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

/** Transactions are numbered upwards: a database that has seen fewer of them is another one. */
function isOlder(snapshot: string, than: string): boolean {
  const next = (text: string) => BigInt(text.split(":")[1] ?? 0)
  return next(snapshot) < next(than)
}
