import pg from "pg"
import { expect, onTestFinished, test } from "vitest"
import { createTestDatabase } from "./test-database"

async function connect(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test("every test database has the newest schema and shares nothing with the others", async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const here = await connect(one.url)
  const there = await connect(other.url)
  await here.query("create table note (id int)")
  await expect(there.query("select * from note")).rejects.toThrow("does not exist")
  const { rows } = await there.query("select count(*)::int as products from products")
  expect(rows).toEqual([{ products: 0 }])
})

test("a dropped test database is gone, even with open connections", async () => {
  const database = await createTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  client.on("error", () => {})
  await client.connect()
  await database.drop()
  await expect(connect(database.url)).rejects.toThrow("does not exist")
})
