import type pg from "pg"
import type { ArchiveHead } from "./archive"

type Table = ArchiveHead["tables"][number]

/** Rate limits, transaction ids of this database, clocks of processes, and the state of a copy are not part of a backup. */
const EXCLUDED_TABLES = new Set([
  "rate_limits",
  "mail_counts",
  "catalog_changes",
  "standby",
  "wrong_clocks",
  "billing_document_pause",
  "sql_definitions",
])
/** A restore writes this table by migrating. */
const MIGRATIONS_TABLE = "kysely_migration"

/** In the order of their foreign keys, with their writable columns */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      array(select distinct f.confrelid::regclass::text from pg_constraint f
        where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as refers
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like '${MIGRATIONS_TABLE}%'
    order by c.relname`)
  const waiting = rows.filter(({ name }) => !EXCLUDED_TABLES.has(name))
  const ordered: Table[] = []
  const known = new Set<string>()
  while (waiting.length > 0) {
    const next = waiting.findIndex(({ refers }) => refers.every((table) => known.has(table)))
    const [table] = waiting.splice(Math.max(next, 0), 1)
    if (next < 0 || !table) throw new Error("Tables that refer to each other in a circle cannot be ordered")
    known.add(table.name)
    ordered.push({ name: table.name, columns: table.columns })
  }
  return ordered
}

export async function listMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by name`)
  return rows.map(({ name }) => name)
}

/** These tables have rows from the beginning, or from the first start. */
const INITIALLY_FILLED = new Set(["catalog_version", "categories", "roles", "shop_identity"])

export async function listNonEmptyTables(client: pg.ClientBase, tables: readonly Table[]): Promise<string[]> {
  const filled: string[] = []
  for (const { name } of tables.filter(({ name }) => !INITIALLY_FILLED.has(name))) {
    const { rowCount } = await client.query(`select from ${name} limit 1`)
    if (rowCount) filled.push(name)
  }
  return filled
}

export async function resetSequences(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    select table_name as table, column_name as column,
      pg_get_serial_sequence(quote_ident(table_name), column_name) as sequence
    from information_schema.columns
    where table_schema = 'public' and pg_get_serial_sequence(quote_ident(table_name), column_name) is not null`)
  for (const { table, column, sequence } of rows) {
    await client.query(
      `select setval($1, (select coalesce(max(${column}) + 1, seqstart) from ${table}), false)
       from pg_sequence where seqrelid = $1::regclass`,
      [sequence],
    )
  }
}
