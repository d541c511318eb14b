import { describe, expect, test } from "vitest"
import { BASELINE, runsOutside, shopMigrations, statementsOf } from "./migrate.server"

/** Tables that may have millions of rows, where locking the table or all rows makes shoppers wait */
const GROWN =
  "audit_log|catalog_changes|checkout_lines|checkouts|mails|order_lines|orders|past_prices|payment_incidents|payments|" +
  "pictures|product_descriptions|product_images|products|refunds|reviews|saved_cart_lines|search_words|sessions|" +
  "stock_ledger|users|variants"

/** Statements that block writers of a table while all of it is read or written */
const LOCKING = [
  `create (?:unique )?index (?!concurrently )[^;]*? on (${GROWN})\\b`,
  `reindex (?!\\w+ concurrently)\\w+ (${GROWN})\\b`,
  `(?:update|delete from|truncate|lock table|cluster|vacuum full) (${GROWN})\\b`,
  `alter table (${GROWN})\\b(?=[^;]*(?:\\bset not null|\\btype\\b|\\bset data type|generated always as))`,
  `alter table (${GROWN})\\b(?=[^;]*\\badd\\b[^;]*\\b(?:check|references|foreign key|unique|primary key|exclude)\\b)(?![^;]*not valid)`,
].map((pattern) => new RegExp(`^(?:with [^;]*?\\)\\s*)?${pattern}`, "s"))

/** Returns the statements of a migration that block writers of a large table, unless a comment above them states it. */
function unannouncedLocks(text: string): string[] {
  const own = new Set([...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, name]) => name))
  const withoutBodies = text.replace(/\$(\w*)\$.*?\$\1\$/gs, "''")
  return withoutBodies.split(/;[ \t]*$/m).flatMap((part) => {
    const [statement = ""] = statementsOf(part)
    const table = LOCKING.map((pattern) => pattern.exec(statement.replace(/\s+/g, " "))?.[1]).find(Boolean)
    if (!table || own.has(table) || new RegExp(`^-- Locks [^\\n]*\\b${table}\\b`, "m").test(part)) return []
    return [statement]
  })
}

/** These defined functions and triggers before db/functions existed. */
const DEFINING = [
  "0101_manufacturer_part_numbers",
  "0105_time_zone",
  "0116_one_way_to_compare_texts",
  "0118_other_spellings",
  "0136_verified_addresses",
]

/** The functions, procedures and triggers that a migration defines */
function definitionsIn(text: string): string[] {
  const code = text.replace(/--.*$/gm, "")
  return [
    ...code.matchAll(/\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:function|procedure|trigger)\s+(\w+)/gi),
  ].map(([, name = ""]) => name)
}

const newer = await Promise.all(
  Object.entries(shopMigrations)
    .filter(([name]) => name > BASELINE)
    .map(async ([name, load]) => [name, await load()] as const),
)

describe("migrations of a large shop", () => {
  test.each(newer)("%s blocks no writers, or says which", (_, text) => {
    expect(unannouncedLocks(text)).toEqual([])
  })

  test.each(newer.filter(([name]) => !DEFINING.includes(name)))(
    "%s leaves functions and triggers to db/functions",
    (_, text) => {
      expect(definitionsIn(text)).toEqual([])
    },
  )

  test.each(newer.filter(([, text]) => runsOutside(text)))("%s can be repeated", (_, text) => {
    const other = statementsOf(text).filter(
      (statement) =>
        !/^(create (unique )?index concurrently if not exists|drop index concurrently if exists|call)\s/.test(
          statement,
        ),
    )
    expect(other).toEqual([])
  })
})

describe("a definition in a migration", () => {
  test.each([
    "create function f() returns void as $$ begin; end; $$ language plpgsql",
    "create or replace function f() returns integer language sql return 1",
    "do $$ begin\n  create procedure p() language sql return 1; end $$",
    "create constraint trigger t after insert on orders for each row execute function f()",
    "alter table orders add note text;\ncreate or replace trigger t before insert on orders execute function f()",
  ])("is detected: %s", (text) => {
    expect(definitionsIn(text)).toHaveLength(1)
  })

  test.each(["drop function f(text)", "drop trigger t on orders", "-- create function f\ncreate table triggers ()"])(
    "is none: %s",
    (text) => {
      expect(definitionsIn(text)).toEqual([])
    },
  )
})

describe("a statement that blocks writers", () => {
  test.each([
    "create index orders_by_note on orders (note)",
    "create unique index if not exists one_each on reviews (user_id, product_id)",
    "alter table orders add constraint orders_add_up check (item_price >= 0)",
    "alter table checkouts\n  add column currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$')",
    "alter table users alter column name set not null",
    "alter table products alter column price type bigint",
    "update order_lines set taxes = '[]'",
    "with shares as (select 1) update order_lines set taxes = '[]'",
    "delete from mails where sent_at is null",
    "create function f() returns void as $$ begin; end; $$ language plpgsql;\nreindex table orders",
  ])("is found: %s", (statement) => {
    expect(unannouncedLocks(`-- A comment.\n${statement};\n`)).toHaveLength(1)
  })

  test.each([
    "-- Locks orders while it is built: at a million of them a second.\ncreate index orders_by_note on orders (note)",
    "create index concurrently if not exists orders_by_note on orders (note)",
    "create table orders (note text);\ncreate index orders_by_note on orders (note)",
    "alter table orders add column note text",
    "alter table orders add constraint orders_add_up check (item_price >= 0) not valid",
    "alter table orders validate constraint orders_add_up",
    "create function f() returns trigger as $$ begin\n  update orders set note = '';\nend $$ language plpgsql",
    "delete from gateway_cursors where name = 'refunds'",
  ])("is explained, or blocks none: %s", (text) => {
    expect(unannouncedLocks(`${text};\n`)).toEqual([])
  })
})
