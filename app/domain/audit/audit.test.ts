import { text } from "node:stream/consumers"
import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, test } from "vitest"
import { requireMember, type Staff } from "~/domain/accounts/actor"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { softDeleteProduct } from "~/domain/catalog/editing/delete-product.server"
import { AuditFilter } from "~/domain/dashboard/audit-filter"
import { findAuditIds, listAudit, listAuditActors } from "~/domain/dashboard/audit-list.server"
import { exportRows } from "~/domain/export/export-rows.server"
import { removeApp } from "~/domain/factors/second-factors.server"
import { withSecondFactor } from "~/domain/factors/second-step.server"
import { newObjectId } from "~/domain/object-id.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import { resetAdmin } from "~/domain/staff/operator.server"
import { readUser } from "~/domain/staff/users/users.server"
import { anApp, aSession, PASSWORD } from "~/testing/shop/people.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { type AuditedEvent, auditedEvents, auditLabel, changesOf } from "./audit"
import { recordAudit } from "./audit-log.server"
import { pruneAuditLog } from "./prune-audit-log.server"

let here: TestShop
let grace: Staff
let alan: Staff
const mug = newObjectId(new Date())

beforeAll(async () => {
  here = await openTestShop()
  grace = await signUpAdmin(here.shop, "grace@shop.test", "Grace")
  alan = await signUpAdmin(here.shop, "alan@shop.test", "Alan")
  const { shop, clock } = here
  const write = (who: Staff, event: AuditedEvent, id = newObjectId(shop.now())) =>
    shop.transaction((tx) => recordAudit(tx, who, event, id, { before: { price: 1 }, after: { price: 2 } }))
  for (let index = 0; index < 12; index++) await write(grace, "product.updated")
  clock.advance({ days: 2 })
  await write(alan, "product.updated", mug)
  // No real action has this name: it represents a text that a spreadsheet would run.
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

test("entries are filtered by person, kind, subject and day", async () => {
  expect((await list({ person: alan.id })).count).toBe(2)
  expect((await list({ kind: "order" })).count).toBe(1)
  expect((await list({ subject: mug.toUpperCase() })).count).toBe(1)
  const today = here.shop.now().toISOString().slice(0, 10)
  expect((await list({ from: today })).count).toBe(2)
  expect((await list({ from: today, to: today })).count).toBe(2)
  expect((await list({ to: new Date(Date.parse(today) - 1).toISOString().slice(0, 10) })).count).toBe(12)
  expect((await list({ from: "2024-13-45", person: "x", kind: "cat" })).count).toBe(14)
})

test("the filter offers every actor", async () => {
  expect(await listAuditActors(here.shop, grace)).toEqual([
    { id: alan.id, name: "Alan" },
    { id: grace.id, name: "Grace" },
  ])
})

test("the export has every match, and no formulas for a spreadsheet", async () => {
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

test("an entry shows its subject's name, even after it is purged", async () => {
  const { shop } = here
  const jug = await shelve(shop, grace, { name: "Jug" })
  const order = await buy(shop, await signUp(shop, "ada@shop.test", "Ada"), jug)
  await advanceOrder(shop, grace, order, "Shipped")
  const nameOf = async (subject: string) => (await list({ subject })).lines[0]?.subjectName
  expect([await nameOf(jug), await nameOf(order), await nameOf(mug)]).toEqual(["Jug", "Ada", null])
  const gone = newObjectId(shop.now())
  await shop.transaction((tx) => recordAudit(tx, grace, "product.deleted", gone, { before: { name: "Teapot" } }))
  expect(await nameOf(gone)).toBe("Teapot")
})

test("entries from before they had the names of events are found and labelled like new ones", async () => {
  const { shop, pool } = here
  const subject = newObjectId(shop.now())
  for (const [event, { kind, ...rest }] of Object.entries(auditedEvents)) {
    if (!("formerly" in rest)) continue
    await shop.transaction((tx) => recordAudit(tx, grace, event as AuditedEvent, subject, { after: { amount: 1_234 } }))
    await pool.query(
      `insert into audit_log (actor_id, actor_name, action, subject_kind, subject_id, after)
        values ($1, 'Grace', $2, $3, $4, '{"amount":1234}')`,
      [grace.id, rest.formerly, kind, subject],
    )
  }
  const ids = async (query: Record<string, string>) =>
    new Set(await findAuditIds(shop, grace, AuditFilter.parse({ subject, ...query })))
  const all = await shop.db
    .selectFrom("audit_log")
    .selectAll()
    .where("subject_id", "=", subject)
    .orderBy("id")
    .execute()
  const refunds = await ids({ kind: "refunds" })
  expect(await ids({ amount: "12.34" })).toEqual(refunds)
  expect(all.filter(({ id }) => refunds.has(String(id)))).toHaveLength(18)
  for (let at = 0; at < all.length; at += 2) {
    const [entry, former] = all.slice(at, at + 2)
    if (!entry || !former) throw new Error("An event has no former action")
    expect(auditLabel(former.action)).toBe(auditLabel(entry.action))
    expect(former.action).not.toBe(auditLabel(former.action))
    for (const kind of [entry.subject_kind, "refunds"]) {
      const found = await ids({ kind })
      expect(found.has(String(former.id)), former.action).toBe(found.has(String(entry.id)))
    }
  }
  expect(auditLabel("order.advance")).toBe("Updated order status")
  const shelved = await shelve(shop, grace, { name: "Old jug" })
  await softDeleteProduct(shop, grace, shelved)
  await pool.query(
    `insert into audit_log (at, actor_id, actor_name, action, subject_kind, subject_id)
      values ($1, $2, 'Grace', 'product.remove', 'product', $3)`,
    [shop.now(), grace.id, shelved],
  )
  const undoable = (await list({ subject: shelved })).lines.filter((line) => line.undoable)
  expect(undoable.map(({ action }) => action)).toEqual(["product.remove", "product.deleted"])
})

test("only differences are recorded as a change", () => {
  expect(changesOf({ before: { name: "a", price: 1 }, after: { name: "a", price: 2, stock: 3 } })).toEqual([
    { field: "price", before: 1, after: 2 },
    { field: "stock", before: null, after: 3 },
  ])
  expect(changesOf({ before: null, after: { name: "a" } })).toEqual([{ field: "name", before: null, after: "a" }])
})

const trailOf = async (query: Record<string, string>) => {
  const { lines } = await list(query)
  const facts = ({ before, after }: (typeof lines)[number]) => JSON.stringify(after ?? before)
  return lines.map((line) => `${line.actor.name}: ${line.action} ${facts(line)}`).reverse()
}

test("staff sign-ins and factors are recorded; a flood of guesses is grouped", async () => {
  const { shop } = here
  const paul = requireMember(await signUpAdmin(shop, "paul@shop.test", "Paul"))
  const signIn = (email: string, password = PASSWORD, address = "192.0.2.1") =>
    authenticate(shop, { email, password }, address)
  await aSession(shop, paul)
  await anApp(shop, paul)
  const origin = { device: { id: "phone", accounts: [] }, address: "192.0.2.1" }
  const wrongCode = withSecondFactor(shop, await signIn(paul.email), "000000", origin)
  await expect(wrongCode).rejects.toMatchObject({ kind: "badCredentials" })
  await removeApp(shop, paul)
  expect(await trailOf({ subject: paul.id })).toEqual([
    'Paul: staff.signed-in {"factors":["password"]}',
    'Paul: user.factor-added {"factor":"totp"}',
    'Somebody unknown: staff.sign-in-refused {"factors":["totp"]}',
    'Paul: user.factor-removed {"factor":"totp"}',
  ])
  expect(await trailOf({ person: paul.id })).toHaveLength(3)

  const guesses = Array.from({ length: 14 }, (_, i) => signIn(paul.email, "battery staple", `198.51.100.${i}`))
  expect((await Promise.allSettled(guesses)).filter(({ status }) => status === "fulfilled")).toEqual([])
  expect((await list({ person: "unknown" })).count).toBe(10)
  expect((await trailOf({ person: "unknown" })).at(-1)).toBe(
    'Somebody unknown: staff.sign-in-refused {"factors":["password"]}',
  )
})

test("a shopper's sign-ins and factors are not recorded", async () => {
  const { shop } = here
  const eve = await signUp(shop, "eve@shop.test", "Eve")
  await aSession(shop, eve)
  await anApp(shop, eve)
  await expect(authenticate(shop, { email: eve.email, password: "wrong" }, "192.0.2.1")).rejects.toThrow()
  expect(await trailOf({ subject: eve.id })).toEqual([])
})

test("views of a customer are recorded once an hour, and not of oneself", async () => {
  const { shop } = here
  const zoe = await signUp(shop, "zoe@shop.test", "Zoe")
  await Promise.all(Array.from({ length: 4 }, () => readUser(shop, grace, zoe.id)))
  await readUser(shop, alan, zoe.id)
  await readUser(shop, alan, alan.id)
  expect(await trailOf({ subject: zoe.id })).toEqual([
    "Grace: staff.customer-read null",
    "Alan: staff.customer-read null",
  ])
  expect((await list({ subject: zoe.id })).lines[0]).toMatchObject({ subjectName: "Zoe", undoable: false })
  expect(await trailOf({ subject: alan.id })).toEqual([])
})

test("actions of the operator are listed under the operator, not under their subject", async () => {
  const { shop } = here
  const ann = requireMember(await signUpAdmin(shop, "ann@shop.test", "Ann"))
  await anApp(shop, ann)
  await resetAdmin(shop, ann.email, "a new password for Ann")
  const reset = 'Operator: administrator.reset {"role":"admin"}'
  expect(await trailOf({ person: "operator" })).toEqual([reset])
  expect((await trailOf({ subject: ann.id })).at(-1)).toBe(reset)
  expect(await trailOf({ person: ann.id })).toEqual(['Ann: user.factor-added {"factor":"totp"}'])
})

test("old entries are deleted after the configured years, which is recorded, and never within a year", async () => {
  const { shop, pool, clock } = here
  const count = async (age: string) =>
    Number((await pool.query(`select count(*) from audit_log where at < now() - interval '${age}'`)).rows[0].count)
  const write = (age: string) =>
    pool.query(`insert into audit_log (at, actor_name, action, subject_kind, subject_id)
      select now() - interval '${age}', 'Operator', 'user.promote', 'user', '${mug}' from generate_series(1, 3)`)
  const keep = async (version: number, auditYears: string) => {
    await changeSettings(shop, grace, { snapshot: version, facts: { ...emptyFacts, auditYears } })
    await shop.settings.renew()
    await pruneAuditLog(shop)
  }
  await write("800 days")
  await write("400 days")
  await pruneAuditLog(shop)
  await expect(pool.query("delete from audit_log where at < now() - interval '2 years'")).rejects.toThrow("append-only")
  expect(await count("390 days")).toBe(6)
  await keep(0, "2")
  expect([await count("390 days"), await count("790 days")]).toEqual([3, 0])
  expect(await trailOf({ person: "jobs" })).toEqual([
    expect.stringMatching(/^Nightly clean-up: audit\.pruned \{"before":".*","entries":3\}$/),
  ])
  clock.advance({ days: 3_000 })
  const young = await list({})
  await keep(1, "1")
  expect(await count("390 days")).toBe(0)
  // By the database's clock these entries are from today.
  expect((await list({})).count).toBe(young.count - 3 + 2)
  await expect(
    pool.query("begin; set local counter.prunes_audit_log = 'on'; delete from audit_log; commit"),
  ).rejects.toThrow("append-only")
})
