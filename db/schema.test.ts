import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { schemaText, withoutBrackets } from "./testing/schema-text"
import { withClient } from "./testing/test-client"
import { createTestDatabase } from "./testing/test-database"

const FILE = new URL("schema.sql", import.meta.url)
const HEADING = "-- Written by `npm run schema` from a migrated database. Functions are in db/functions.\n\n"

test("db/schema.sql is the schema of a migrated database: `npm run schema` writes it", async () => {
  const { url, drop } = await createTestDatabase()
  const text = HEADING + (await withClient(url, (client) => schemaText(client)))
  await drop()
  const committed = await readFile(FILE, "utf8").catch(() => "")
  const isSame = withoutBrackets(text) === withoutBrackets(committed)
  await expect(isSame ? committed : text).toMatchFileSnapshot(FILE.pathname)
})
