import { randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import pg from "pg"
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest"
import { type Definition, definitionsOf } from "./definitions"
import { type MigrateOptions, type MigrationTexts, migrate, shopDefinitions, shopMigrations } from "./migrate.server"
import { schemaText } from "./testing/schema-text"
import { ask, databaseUrl } from "./testing/test-client"
import { createTestDatabase } from "./testing/test-database"

const shop = await shopDefinitions()

let url: string
let client: pg.Client
let drop: () => Promise<void>
const open = async (database: { url: string; drop(): Promise<void> }) => {
  ;({ url, drop } = database)
  client = new pg.Client({ connectionString: url })
  await client.connect()
}
beforeEach(async () => open(await createTestDatabase()))
afterEach(async () => {
  await client.end()
  await drop()
})

const TABLE = "create table things (id integer primary key, note text not null default '')"
const NOTE = `create or replace function note_thing() returns trigger language plpgsql as $$
begin
  new.note := thing_note(new.id);
  return new;
end $$;`
const TRIGGER = `create trigger things_are_noted before insert on things
  for each row execute function note_thing();`
const TEXT = "create or replace function thing_note(id integer) returns text language sql immutable return 'a ' || id;"
const CALLER =
  "create or replace function two_notes() returns text language sql immutable return thing_note(1) || thing_note(2);"
const texts: MigrationTexts = { ...shopMigrations, "9998_things": async () => TABLE }

const definitions = (...added: string[]): Definition[] => {
  const own = definitionsOf(added)
  return definitionsOf([...shop.map(({ text }) => text), ...own.map(({ text }) => text)])
}
const start = (added: string[], options: MigrateOptions = {}) =>
  migrate(url, undefined, { texts, definitions: definitions(...added), ...options })
const noteOf = async (id: number) =>
  (await client.query("insert into things (id) values ($1) returning note", [id])).rows[0].note
const functions = async (name: string) =>
  (
    await client.query("select oid::regprocedure::text as it from pg_proc where proname = $1 order by 1", [name])
  ).rows.map(({ it }) => it)
/** A definition that is replaced or created again gets another value. */
const marks = async () =>
  (
    await client.query(`
      select proname::text as name, xmin::text as mark from pg_proc where pronamespace = 'public'::regnamespace
      union all select tgname || ' on ' || tgrelid::regclass, oid::text from pg_trigger where not tgisinternal order by 1, 2`)
  ).rows

describe("the functions and triggers of db/functions", () => {
  test("are defined once each", () => {
    const names = shop.map(({ name }) => name)
    expect(names).toEqual([...new Set(names)])
    expect(names.length).toBeGreaterThan(100)
  })

  test("are all that a database has, and a start without changes touches none", async () => {
    const { rows } = await client.query(`
      select proname::text as name from pg_proc where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      union all select tgname || ' on ' || tgrelid::regclass from pg_trigger where not tgisinternal`)
    expect(rows.map(({ name }) => name).sort()).toEqual(shop.map(({ name }) => name).sort())
    const before = await marks()
    await migrate(url)
    expect(await marks()).toEqual(before)
  })

  test("are created, replaced when their text changes, and created again when they are missing", async () => {
    await start([TEXT, NOTE, TRIGGER])
    expect(await noteOf(1)).toBe("a 1")
    const before = await marks()
    const [changed, trigger] = [
      TEXT.replace("'a '", "'b '"),
      TRIGGER.replace("before insert", "before insert or update"),
    ]
    await start([changed, NOTE, trigger])
    expect(await noteOf(2)).toBe("b 2")
    expect((await client.query("update things set id = 3 where id = 1 returning note")).rows).toEqual([{ note: "b 3" }])
    const after = await marks()
    expect(after.filter(({ mark }, at) => mark !== before[at]?.mark).map(({ name }) => name)).toEqual([
      "thing_note",
      "things_are_noted on things",
    ])
    await client.query("drop function note_thing cascade")
    await start([changed, NOTE, trigger])
    expect(await noteOf(4)).toBe("b 4")
  })

  test("are dropped when no file defines them any more, and those of an operator stay", async () => {
    await start([TEXT, CALLER, NOTE, TRIGGER])
    await client.query(`
      create function thing_note(text) returns text language sql return 'the operator''s';
      create function operators_own() returns trigger language plpgsql as 'begin return new; end';
      create trigger operators_own before insert on things for each row execute function operators_own()`)
    await start([])
    expect(await functions("thing_note")).toEqual(["thing_note(text)"])
    expect(await functions("two_notes")).toEqual([])
    expect(await functions("note_thing")).toEqual([])
    const triggers = "select tgname from pg_trigger where tgrelid = 'things'::regclass and not tgisinternal"
    expect((await client.query(triggers)).rows).toEqual([{ tgname: "operators_own" }])
  })

  test.each([
    [
      "parameters",
      TEXT.replace("id integer", "id integer, mark text default '!'").replace("|| id", "|| id || mark"),
      "a 7!",
    ],
    ["names of parameters", TEXT.replace("(id integer)", "(number integer)").replace("|| id", "|| number"), "a 7"],
    ["result", TEXT.replace("returns text", "returns varchar").replace("|| id", "|| id || '?'"), "a 7?"],
  ])("can get other %s, even if other functions and triggers use them", async (_, changed, note) => {
    await start([TEXT, CALLER, NOTE, TRIGGER])
    await start([changed, CALLER, NOTE, TRIGGER])
    expect(await functions("thing_note")).toHaveLength(1)
    expect(await noteOf(7)).toBe(note)
    expect((await client.query("select two_notes() as notes")).rows[0].notes).toContain(note.replace("7", "2"))
  })

  test("stay if a table needs them: the start names the one that it cannot drop, and changes nothing", async () => {
    await start([TEXT])
    await client.query("create index things_by_note on things (thing_note(id))")
    const before = await marks()
    const other = CALLER.replaceAll("thing_note(1) || thing_note(2)", "'none'")
    await expect(
      start([TEXT.replace("(id integer)", "(number integer)").replace("|| id", "|| number"), other]),
    ).rejects.toThrow(/thing_note of db\/functions failed: cannot drop function thing_note\(integer\)/)
    await expect(start([other])).rejects.toThrow(/cannot drop function thing_note\(integer\)/)
    expect(await marks()).toEqual(before)
  })

  test("that cannot be created are reported, in a new database as well", async () => {
    const broken = CALLER.replace("thing_note(2)", "gone(2)")
    await expect(start([TEXT, broken])).rejects.toThrow("two_notes of db/functions failed: function gone(integer)")
    await client.end()
    await drop()
    await open(await createEmptyDatabase())
    await expect(start([TEXT, broken])).rejects.toThrow("two_notes of db/functions failed: function gone(integer)")
  })
})

describe("a database without db/functions", () => {
  beforeEach(async () => {
    await client.end()
    await drop()
    await open(await createEmptyDatabase())
    await migrate(url, "0145_sums_of_pictures")
  })

  test("gets later changes; definitions created by migrations are dropped if no file has them", async () => {
    const before = await marks()
    const wanted = shop.filter(
      ({ name }) => !/^(shop_day|keep_billing_documents|billing_documents_are_kept on)\b/.test(name),
    )
    await migrate(url, undefined, { definitions: wanted })
    expect([...(await functions("shop_day")), ...(await functions("keep_billing_documents"))]).toEqual([])
    const triggers = (all: { name: string; mark: string }[]) => all.filter(({ name }) => name.includes(" on "))
    // The first is not wanted; sale prices have changed the second, and contents of variants the third.
    const gone = [
      ...["billing_documents_are_kept on billing_documents", "variants_remember_prices on variants"],
      "products_follow_their_variants on products",
    ]
    const kept = triggers(before).filter(({ name }) => !gone.includes(name))
    expect(triggers(await marks())).toEqual(expect.arrayContaining(kept))
    await migrate(url)
    expect(await schemaText(client, { withBodies: true })).toBe(await schemaOfTemplate())
  })
})

describe("a migration after db/functions", () => {
  const indexed: MigrationTexts = {
    ...texts,
    "9999_things_by_note": async () => "create index things_by_note on things (thing_note(id))",
  }

  test("can use functions that read no table", async () => {
    await migrate(url, undefined, { texts: indexed, definitions: definitions(NOTE, TRIGGER, TEXT) })
    expect(await noteOf(1)).toBe("a 1")
  })

  test("can use them in a new database, and if the former one had other parameters", async () => {
    await client.end()
    await drop()
    await open(await createEmptyDatabase())
    await migrate(url, undefined, { texts: indexed, definitions: definitions(NOTE, TRIGGER, TEXT) })
    expect(await noteOf(1)).toBe("a 1")
    const moved: MigrationTexts = {
      ...indexed,
      "9999_things_by_other_note": async () =>
        "drop index things_by_note; create index things_by_note on things (thing_note(id, '!'));",
    }
    const changed = TEXT.replace("id integer", "id integer, mark text").replace("|| id", "|| id || mark")
    const caller = NOTE.replace("new.id", "new.id, '?'")
    await migrate(url, undefined, { texts: moved, definitions: definitions(caller, TRIGGER, changed) })
    expect(await functions("thing_note")).toEqual(["thing_note(integer,text)"])
    expect(await noteOf(2)).toBe("a 2?")
  })
})

describe("next to other processes", () => {
  test("a process of an older release keeps definitions of a newer one", async () => {
    const changed = TEXT.replace("'a '", "'b '")
    await start([TEXT, NOTE, TRIGGER], { release: "1.9.0" })
    await start([changed, NOTE, TRIGGER], { release: "1.10.0" })
    await start([TEXT, NOTE, TRIGGER], { release: "1.9.0" })
    expect(await noteOf(1)).toBe("b 1")
    await start([], { release: "1.10.1" })
    await start([TEXT, NOTE, TRIGGER], { release: "1.10.0" })
    expect(await functions("thing_note")).toEqual([])
  })

  test("any number of them can change definitions concurrently", async () => {
    await Promise.all(Array.from({ length: 5 }, () => start([TEXT, NOTE, TRIGGER])))
    expect(await noteOf(1)).toBe("a 1")
  })

  test("a changed trigger waits for locks only briefly, and the former functions stay until then", async () => {
    await start([TEXT, NOTE, TRIGGER])
    await client.query("begin; lock table things in row exclusive mode")
    const starting = start([
      TEXT.replace("'a '", "'b '"),
      NOTE,
      TRIGGER.replace("before insert", "before insert or update"),
    ])
    await sleep(3_000)
    await ask(url, "select count(*) from things")
    expect(await noteOf(1)).toBe("a 1")
    await client.query("commit")
    await starting
    expect(await noteOf(2)).toBe("b 2")
  })
})

async function createEmptyDatabase() {
  const { url: server, prefix } = inject("testDatabases")
  const name = prefix + randomUUID().replaceAll("-", "")
  await ask(server, `create database ${name}`)
  return { url: databaseUrl(server, name), drop: () => ask<void>(server, `drop database ${name} with (force)`) }
}

async function schemaOfTemplate() {
  const database = await createTestDatabase()
  const template = new pg.Client({ connectionString: database.url })
  await template.connect()
  const text = await schemaText(template, { withBodies: true })
  await template.end()
  await database.drop()
  return text
}
