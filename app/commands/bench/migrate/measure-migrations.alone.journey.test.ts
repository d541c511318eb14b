import { randomUUID } from "node:crypto"
import { expect, inject, test } from "vitest"
import { shopMigrations } from "~db/migrate.server"
import { ask, databaseUrl } from "~db/testing/test-client"
import { EARLIER_SCHEMA } from "./grown-shop.server"
import { measureMigrations, SAMPLE_INDEXES } from "./measure-migrations.server"

/**
 * The number of rows that a machine with two cores inserts in a few seconds; `npm run bench -- migrate` takes a
 * million.
 */
const PRODUCTS = 30_000
/** Milliseconds that a migration may wait for a lock, and that others may wait for the migration */
const LONGEST_SALE = 3_000

test("a large shop continues to sell during the newest migrations", async () => {
  const { url, prefix } = inject("testDatabases")
  const name = prefix + randomUUID().replaceAll("-", "")
  await ask(url, `create database ${name}`)
  try {
    const results = await measureMigrations(databaseUrl(url, name), PRODUCTS, { ...shopMigrations, ...SAMPLE_INDEXES })
    for (const { name, seconds, sales, longest } of results) {
      console.log(
        `${name}: ${seconds.toFixed(1)} s, ${sales} sales, of which the longest took ${longest.toFixed(0)} ms`,
      )
      expect(longest, name).toBeLessThan(LONGEST_SALE)
    }
    const newest = Object.keys(shopMigrations).filter((name) => name > EARLIER_SCHEMA)
    expect(results.map(({ name }) => name)).toEqual([...newest.sort(), ...Object.keys(SAMPLE_INDEXES)])
  } finally {
    await ask(url, `drop database ${name} with (force)`)
  }
})
