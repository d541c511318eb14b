import { withClient } from "./test-client"

const TABLES = `select c.oid::regclass::text as name, h.msg as problem
  from pg_class c, lateral verify_heapam(c.oid) h
  where c.relkind in ('r', 'm', 't') and c.relpersistence = 'p'`

const INDEXES = `select i.indexrelid as id, i.indexrelid::regclass::text as name
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and c.relpersistence = 'p' and i.indisready and i.indisvalid`

/** Compares all tables and indexes with what PostgreSQL expects of its files (amcheck); returns the differences. */
export function findDamage(superuserUrl: string): Promise<string[]> {
  return withClient(superuserUrl, async (client) => {
    await client.query("create extension if not exists amcheck")
    const { rows: tables } = await client.query<{ name: string; problem: string }>(TABLES)
    const damage = tables.map(({ name, problem }) => `${name}: ${problem}`)
    const { rows: indexes } = await client.query<{ id: number; name: string }>(INDEXES)
    for (const { id, name } of indexes) {
      const check = client.query("select bt_index_check($1::oid::regclass, heapallindexed => true)", [id])
      await check.catch((error: Error) => damage.push(`${name}: ${error.message}`))
    }
    if (indexes.length === 0) damage.push("There is no index to check")
    return damage
  })
}
