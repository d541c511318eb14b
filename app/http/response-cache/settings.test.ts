import type pg from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { DAY } from "~/domain/durations"
import { savePage } from "~/domain/pages/save-page.server"
import { defaultRules } from "~/domain/pricing/rules"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { invalidateAtRateDates } from "~/domain/taxes/invalidate-at-dates.server"
import { getAnonymously, isShared } from "~/testing/pages/cached-responses.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { anAdmin } from "~/testing/shop/people.server"
import { setRules } from "~/testing/shop/pricing-rules.server"

let here: TestServer

beforeEach(async () => {
  here = await openTestServer()
})
afterEach(() => here?.close())

/** Queries on tables fail from now on as during an outage of the database, until `end`. */
function failStatementsOf(table: string): { end(): void } {
  const patched = new Map<pg.PoolClient, pg.PoolClient["query"]>()
  const patch = (client: pg.PoolClient) => {
    if (patched.has(client)) return
    patched.set(client, client.query)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const failing = (statement: string | { text: string }, ...rest: unknown[]) => {
      const text = typeof statement === "string" ? statement : statement.text
      if (!text.includes(table)) return query(statement, ...rest)
      return Promise.reject(Object.assign(new Error("no connection"), { code: "ECONNRESET" }))
    }
    client.query = failing as typeof client.query
  }
  here.pool.on("acquire", patch)
  return {
    end() {
      here.pool.off("acquire", patch)
      for (const [client, query] of patched) client.query = query
    },
  }
}

const PATHS = ["/about", "/about.data", "/contact"]

test("a page rendered without readable settings is not cached", async () => {
  for (const path of PATHS) await (await getAnonymously(here, path)).text()
  await changeSettings(here.shop, await anAdmin(here.shop), {
    snapshot: 0,
    facts: { ...emptyFacts, name: "Oak & Ash" },
  })
  const failing = failStatementsOf("settings_versions")
  for (const path of PATHS) {
    const meanwhile = await getAnonymously(here, path)
    expect([path, meanwhile.status, isShared(meanwhile)]).toEqual([path, 200, false])
    expect(await meanwhile.text()).toContain("Counter")
  }
  failing.end()
  for (const path of PATHS) {
    const afterwards = await getAnonymously(here, path)
    expect([path, isShared(afterwards)]).toEqual([path, true])
    expect(await afterwards.text()).toMatch(/Oak (&|&amp;|\\u0026) Ash/)
  }
})

test("nor one without its readable text", async () => {
  await (await getAnonymously(here, "/about")).text()
  await savePage(here.shop, await anAdmin(here.shop), "about", {
    snapshot: 0,
    title: "About Oak",
    body: "We sell oak.",
  })
  const failing = failStatementsOf("page_versions")
  const meanwhile = await getAnonymously(here, "/about")
  expect([meanwhile.status, isShared(meanwhile)]).toEqual([200, false])
  expect(await meanwhile.text()).not.toContain("We sell oak.")
  failing.end()
  expect(await (await getAnonymously(here, "/about")).text()).toContain("We sell oak.")
})

test("the API description has the present name of the shop, without another request first", async () => {
  const title = async () => (await (await getAnonymously(here, "/api/v1/openapi.json")).json()).info.title
  expect(await title()).toBe("Counter API")
  await changeSettings(here.shop, await anAdmin(here.shop), {
    snapshot: 0,
    facts: { ...emptyFacts, name: "Oak & Ash" },
  })
  expect(await title()).toBe("Oak & Ash API")
})

test("nor one from before the day on which another tax rate begins", async () => {
  const { taxes } = defaultRules
  const tomorrow = new Date(here.shop.now().getTime() + DAY).toISOString().slice(0, 10)
  const later = taxes.rates.map((rate) => ({ ...rate, rate: 120_000, from: tomorrow }))
  await setRules(here.shop, { taxes: { ...taxes, rates: [...taxes.rates, ...later] } })
  const contact = async () => (await getAnonymously(here, "/contact")).text()
  await invalidateAtRateDates(here.shop)
  expect(await contact()).toContain("before 10 % tax")
  here.clock.advance({ days: 1 })
  expect(await contact()).toContain("before 10 % tax")
  await invalidateAtRateDates(here.shop)
  expect(await contact()).toContain("before 12 % tax")
  const noted = async () =>
    here.shop.db.selectFrom("catalog_changes").select("xid").where("subject", "=", "everything").execute()
  const before = await noted()
  await invalidateAtRateDates(here.shop)
  expect(await noted()).toHaveLength(before.length)
})
