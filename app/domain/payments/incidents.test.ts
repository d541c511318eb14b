import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { autoResolveIncident, isIncidentResolved, recordIncident } from "./incidents.server"

let here: TestShop

beforeAll(async () => {
  here = await openTestShop()
})
afterAll(() => here.close())

const kind = "refunded-elsewhere" as const
const intentId = "pi_elsewhere"
const isResolved = (occurrence: string) =>
  here.shop.transaction((tx) => isIncidentResolved(tx, { kind, intentId, occurrence }))
const record = (occurrence: string, detail: string) =>
  here.shop.transaction((tx) => recordIncident(tx, { kind, intentId, userId: null, occurrence, detail }))

test("a resolved incident is known by its occurrence, whatever its wording", async () => {
  await record("re_1", "$5.00 was refunded elsewhere")
  expect(await isResolved("re_1")).toBe(false)
  await here.shop.transaction((tx) => autoResolveIncident(tx, kind, intentId))
  expect(await isResolved("re_1")).toBe(true)
  expect(await isResolved("re_2")).toBe(false)
  await record("re_2", "$7.00 was refunded elsewhere")
  expect(await isResolved("re_2")).toBe(false)
})

test("an incident resolved by an earlier release stays resolved", async () => {
  await here.shop.db.updateTable("payment_incidents").set({ occurrence: null, resolved_at: here.shop.now() }).execute()
  expect(await isResolved("re_1")).toBe(true)
})
