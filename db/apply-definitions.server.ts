import type pg from "pg"
import type { Definition } from "./definitions"

export interface ApplyOptions {
  /** The version of the code, such as 1.2.0 */
  release: string
  /** Creates only functions that read no table, for migrations that use them, and drops nothing. */
  onlyImmutable?: boolean
  /** Whether the database is not in use yet, so that nothing is compared before it is replaced */
  isNewDatabase?: boolean
  /** Returns the names of functions and triggers created by migrations, for a database without definitions yet. */
  madeByMigrations: () => Promise<readonly string[]>
}

/**
 * Creates missing definitions, replaces differing ones, and drops those that the shop created and no longer defines, in
 * one transaction. A database that a newer release has changed is left alone.
 */
export async function applyDefinitions(
  client: pg.ClientBase,
  definitions: readonly Definition[],
  { release, onlyImmutable = false, isNewDatabase = false, madeByMigrations }: ApplyOptions,
): Promise<void> {
  const recorded = await readRecords(client)
  if (recorded?.some((record) => isNewer(record.release, release))) return
  const records = new Map(recorded?.map((record) => [record.name, record]))
  const live = await readLive(client)
  const defined = new Set(definitions.map(({ name }) => name))
  const made = recorded ? [...records.keys()] : await madeByMigrations()
  const obsolete = onlyImmutable ? [] : made.filter((name) => !defined.has(name))
  const chosen = onlyImmutable ? definitions.filter(({ isImmutable }) => isImmutable) : definitions
  const isMade = ({ name, digest }: Definition) => records.get(name)?.digest === digest && live.has(name)
  if (recorded && obsolete.length === 0 && chosen.every(isMade)) return

  const change: Change = { client, records, live, isOurs: (name) => defined.has(name) || made.includes(name) }
  await client.query("begin")
  try {
    await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
    // Records would otherwise say that migrations made nothing else, which the last pass could then not drop.
    const isRecorded = recorded !== null || !onlyImmutable
    if (isRecorded) await client.query(RECORDS)
    const fresh: Definition[] = []
    if (isNewDatabase) fresh.push(...(await makeAll(client, chosen)))
    else for (const one of chosen) if (!isMade(one) && (await make(change, one, onlyImmutable))) fresh.push(one)
    for (const name of obsolete) await drop(change, name)
    if (isRecorded) await record(client, { fresh, obsolete, release })
    await client.query("commit")
  } catch (error) {
    await client.query("rollback").catch(() => {})
    throw error
  }
}

/** All other queries on a table queue behind a trigger that waits for its lock. */
const LOCK_TIMEOUT = "2s"

const RECORDS = `create table if not exists sql_definitions (
  name text primary key,
  -- Of a function, such as text_key(text)
  signature text,
  digest text not null,
  release text not null default ''
)`

/** A definition created by the shop */
interface DefinitionRecord {
  name: string
  signature: string | null
  digest: string
  release: string
}

/** Returns null for a database without definitions yet. */
async function readRecords(client: pg.ClientBase): Promise<DefinitionRecord[] | null> {
  const { rows } = await client.query("select to_regclass('sql_definitions') is not null as known")
  if (!rows[0]?.known) return null
  return (await client.query<DefinitionRecord>("select name, signature, digest, release from sql_definitions")).rows
}

/** Returns whether a release is newer than another. */
function isNewer(release: string, other: string): boolean {
  const numbers = (text: string) => text.split(/[.-]/, 3).map(Number)
  const [ours, others] = [numbers(release), numbers(other)]
  const at = ours.findIndex((number, index) => number !== others[index])
  return at >= 0 && (ours[at] ?? 0) > (others[at] ?? 0)
}

/** Signatures of the schema's functions by name; triggers have none */
type Live = Map<string, string[]>

async function readLive(client: pg.ClientBase): Promise<Live> {
  const { rows } = await client.query<{ name: string; signatures: string[] }>(`
    select proname::text as name, array_agg(pg_proc.oid::regprocedure::text) as signatures from pg_proc
    where pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    group by proname
    union all
    select tgname || ' on ' || relname, '{}' from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = current_schema()::regnamespace and not tgisinternal`)
  return new Map(rows.map(({ name, signatures }) => [name, signatures]))
}

/** A change of the definitions, in a transaction */
interface Change {
  client: pg.ClientBase
  records: ReadonlyMap<string, DefinitionRecord>
  live: Live
  isOurs: (name: string) => boolean
}

async function record(
  client: pg.ClientBase,
  { fresh, obsolete, release }: { fresh: readonly Definition[]; obsolete: readonly string[]; release: string },
): Promise<void> {
  await client.query("delete from sql_definitions where name = any($1)", [obsolete])
  await client.query(
    `insert into sql_definitions (name, signature, digest)
     select name, (
       select oid::regprocedure::text from pg_proc
       where proname = name and pronamespace = current_schema()::regnamespace order by age(xmin) limit 1), digest
     from unnest($1::text[], $2::text[]) made (name, digest)
     on conflict (name) do update set signature = excluded.signature, digest = excluded.digest`,
    [fresh.map(({ name }) => name), fresh.map(({ digest }) => digest)],
  )
  await client.query("update sql_definitions set release = $1", [release])
}

/** Creates all in one round trip. */
async function makeAll(client: pg.ClientBase, definitions: readonly Definition[]): Promise<readonly Definition[]> {
  const statements = definitions.map(({ name, table, text }) =>
    table ? `drop trigger if exists ${name};\n${text}` : text,
  )
  try {
    await client.query(statements.join("\n"))
  } catch (error) {
    const before = statements.join("\n").slice(0, Number((error as pg.DatabaseError).position))
    const at = statements.findIndex((_, index) => statements.slice(0, index + 1).join("\n").length >= before.length)
    throw failure(definitions[at]?.name ?? "A definition", error)
  }
  return definitions
}

function failure(name: string, error: unknown): Error {
  return new Error(`${name} of db/functions failed: ${(error as Error).message}`, { cause: error })
}

/** Returns whether it is final. */
async function make(change: Change, definition: Definition, keepFormer: boolean): Promise<boolean> {
  const { name, table } = definition
  try {
    const signature = table ? null : await makeFunction(change, definition)
    const former = table ? [] : formerOf(change, name).filter((one) => one !== signature)
    // Tables may use the former one until migrations have run; it is created again after them.
    if (former.length > 0 && keepFormer) return false
    if (table) await makeTrigger(change, definition, table)
    for (const one of former) await dropFunction(change, one)
    change.live.set(name, signature ? [signature] : [])
    return true
  } catch (error) {
    throw failure(name, error)
  }
}

/** Returns the signatures of a function created by the shop; an operator may have others of its name. */
function formerOf({ records, live }: Change, name: string): string[] {
  const record = records.get(name)
  return (live.get(name) ?? []).filter((signature) => !record || signature === record.signature)
}

const INVALID_FUNCTION_DEFINITION = "42P13"

/** Returns the signature. */
async function makeFunction(change: Change, { name, text }: Definition): Promise<string> {
  const { client } = change
  await client.query("savepoint made")
  try {
    await client.query(text)
  } catch (error) {
    // Parameter names and return types cannot be replaced.
    if ((error as pg.DatabaseError).code !== INVALID_FUNCTION_DEFINITION) throw error
    await client.query("rollback to savepoint made")
    for (const former of formerOf(change, name)) await dropFunction(change, former)
    change.live.delete(name)
    await client.query(text)
  }
  await client.query("release savepoint made")
  const { rows } = await client.query<{ signature: string }>(
    `select oid::regprocedure::text as signature from pg_proc
     where proname = $1 and pronamespace = current_schema()::regnamespace order by age(xmin) limit 1`,
    [name],
  )
  return rows[0]?.signature ?? ""
}

/** Drops a function with the shop's functions and triggers that depend on it. @throws if a table does */
async function dropFunction(change: Change, signature: string): Promise<void> {
  const { rows } = await change.client.query<{ name: string }>(
    `select proname::text as name from pg_depend join pg_proc on pg_proc.oid = objid
     where classid = 'pg_proc'::regclass and refclassid = 'pg_proc'::regclass and refobjid = $1::regprocedure
     union
     select tgname || ' on ' || relname from pg_trigger join pg_class on pg_class.oid = tgrelid
     where tgfoid = $1::regprocedure`,
    [signature],
  )
  for (const { name } of rows) if (change.isOurs(name)) await drop(change, name)
  await change.client.query(`drop function if exists ${signature}`)
}

async function drop(change: Change, name: string): Promise<void> {
  if (!change.live.has(name)) return
  const [trigger, table] = name.split(" on ")
  const former = formerOf(change, name)
  change.live.delete(name)
  if (table) await change.client.query(`drop trigger if exists ${trigger} on ${table}`)
  for (const signature of former) await dropFunction(change, signature)
}

async function makeTrigger(change: Change, definition: Definition, table: string): Promise<void> {
  const { client, live } = change
  if (live.has(definition.name)) {
    if (await isSameTrigger(client, definition, table)) return
    await drop(change, definition.name)
  }
  await client.query(definition.text)
}

/** Compares a trigger with one on a temporary table with the same columns, so that nothing is locked. */
async function isSameTrigger(client: pg.ClientBase, { name, text }: Definition, table: string): Promise<boolean> {
  const [trigger] = name.split(" on ")
  await client.query(`create temporary table compared (like ${table})`)
  await client.query(text.replace(` on ${table}`, " on pg_temp.compared"))
  const { rows } = await client.query<{ definition: string }>(
    `select distinct replace(pg_get_triggerdef(oid), ' ON ' || case tgrelid
       when 'pg_temp.compared'::regclass then 'pg_temp.compared' else current_schema() || '.' || $2::text end, '') as definition
     from pg_trigger where tgname = $1 and tgrelid in ($2::text::regclass, 'pg_temp.compared'::regclass)`,
    [trigger, table],
  )
  await client.query("drop table pg_temp.compared")
  return rows.length === 1
}
