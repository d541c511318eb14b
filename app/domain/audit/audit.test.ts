import { text } from "node:stream/consumers"
import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import type { Staff } from "../accounts/actor"
import { findAuditIds, listAudit, listAuditActors } from "../dashboard/audit-list.server"
import { exportRows } from "../export/export-rows.server"
import { newObjectId } from "../object-id.server"
import { advanceOrder } from "../orders/advance-order.server"
import { type AuditAction, changesOf } from "./audit"
import { AuditFilter } from "./audit-filter"
import { recordAudit } from "./audit-log.server"

let here: TestShop
let grace: Staff
let alan: Staff
const mug = newObjectId(new Date())

beforeAll(async () => {
  here = await openTestShop()
  grace = await signUpAdmin(here.shop, "grace@shop.test", "Grace")
  alan = await signUpAdmin(here.shop, "alan@shop.test", "Alan")
  const { shop, clock } = here
  const write = (who: Staff, action: AuditAction, id = newObjectId(shop.now())) =>
    shop.transaction((tx) => recordAudit(tx, who, action, id, { before: { price: 1 }, after: { price: 2 } }))
  for (let index = 0; index < 12; index++) await write(grace, "product.update")
  clock.advance({ days: 2 })
  await write(alan, "product.update", mug)
  // No deed is called so: it stands for a text that a spreadsheet would run.
  await shop.db
    .insertInto("audit_log")
    .values({
      at: shop.now(),
      actor_id: alan.id,
      actor_name: alan.name,
      action: "=danger",
      subject_kind: "order",
      subject_id: newObjectId(shop.now()),
      before: JSON.stringify({ price: 1 }),
      after: JSON.stringify({ price: 2 }),
    })
    .execute()
})
afterAll(() => here.close())

const list = (query: Record<string, string>) => listAudit(here.shop, grace, AuditFilter.parse(query))

test("everything is listed, ten a page, newest first", async () => {
  const first = await list({})
  expect(first.count).toBe(14)
  expect(first.lines).toHaveLength(10)
  expect(first.lines[0]).toMatchObject({ actor: { name: "Alan" }, before: { price: 1 }, after: { price: 2 } })
  expect((await list({ page: "2" })).lines).toHaveLength(4)
})

test("it is filtered by person, kind, subject and day", async () => {
  expect((await list({ person: alan.id })).count).toBe(2)
  expect((await list({ kind: "order" })).count).toBe(1)
  expect((await list({ subject: mug.toUpperCase() })).count).toBe(1)
  const today = here.shop.now().toISOString().slice(0, 10)
  expect((await list({ from: today })).count).toBe(2)
  expect((await list({ from: today, to: today })).count).toBe(2)
  expect((await list({ to: new Date(Date.parse(today) - 1).toISOString().slice(0, 10) })).count).toBe(12)
  expect((await list({ from: "2024-13-45", person: "x", kind: "cat" })).count).toBe(14)
})

test("everybody who did something can be chosen", async () => {
  expect(await listAuditActors(here.shop, grace)).toEqual([
    { id: alan.id, name: "Alan" },
    { id: grace.id, name: "Grace" },
  ])
})

test("the export has everything that matches, and no formula for a spreadsheet", async () => {
  const ids = await findAuditIds(here.shop, grace, AuditFilter.parse({ person: alan.id }))
  const csv = await text(exportRows(here.shop, grace, "audit-log", ids))
  const rows: Record<string, string>[] = parse(csv, { bom: true, columns: true })
  expect(rows).toHaveLength(2)
  expect(rows[1]).toMatchObject({
    name: "Alan",
    kind: "product",
    subject: mug,
    before: '{"price":1}',
    after: '{"price":2}',
  })
  expect(rows[0]?.action).toBe("'=danger")
})

test("what was changed is called by its name, also when it is purged", async () => {
  const { shop } = here
  const jug = await shelve(shop, grace, { name: "Jug" })
  const order = await buy(shop, await signUp(shop, "ada@shop.test", "Ada"), jug)
  await advanceOrder(shop, grace, order, "Shipped")
  const nameOf = async (subject: string) => (await list({ subject })).lines[0]?.subjectName
  expect([await nameOf(jug), await nameOf(order), await nameOf(mug)]).toEqual(["Jug", "Ada", null])
  const gone = newObjectId(shop.now())
  await shop.transaction((tx) => recordAudit(tx, grace, "product.remove", gone, { before: { name: "Teapot" } }))
  expect(await nameOf(gone)).toBe("Teapot")
})

test("only what differs is a change", () => {
  expect(changesOf({ before: { name: "a", price: 1 }, after: { name: "a", price: 2, stock: 3 } })).toEqual([
    { field: "price", before: 1, after: 2 },
    { field: "stock", before: null, after: 3 },
  ])
  expect(changesOf({ before: null, after: { name: "a" } })).toEqual([{ field: "name", before: null, after: "a" }])
})
