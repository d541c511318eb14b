import { setTimeout as sleep } from "node:timers/promises"
import { pino } from "pino"
import { beforeEach, expect, test } from "vitest"
import { cancelOrder } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { findOrder } from "~/domain/orders/orders.server"
import { softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { recordRefundResult } from "~/domain/refunds/process-refund.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { isNumberPattern, seriesOf } from "~/domain/settings/number-pattern"
import { emptyFacts, type SettingsFacts } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import { transaction } from "~/start/transaction.server"
import { repeatOrder } from "~/testing/crowds.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { openDatabase, openPool } from "~db/database.server"
import type { DocumentRow } from "./billing-document"
import { deleteExpiredDocuments } from "./delete-documents.server"
import { DocumentFilter } from "./document-filter"
import { findDocument, findDocumentIds, listDocumentsOf } from "./find-documents.server"
import { issueDocuments } from "./issue-documents.server"
import { raiseNumbers, readNextNumbers } from "./raise-numbers.server"

const here = openOrdersTest()
const year = new Date().getUTCFullYear()

async function configure(facts: Partial<SettingsFacts>): Promise<void> {
  const { rows } = await here.pool.query("select coalesce(max(version), 0) as version from settings_versions")
  await changeSettings(here.shop, here.admin, {
    snapshot: Number(rows[0].version),
    facts: { ...emptyFacts, ...here.shop.settings.current, ...facts },
  })
  await here.shop.settings.renew()
}

/** Uses another series for each test, so that its numbers begin with 1. */
let series = 0
beforeEach(async () => {
  await configure({ invoiceNumbers: `T${++series}-{year}-{number}`, creditNoteNumbers: `C${series}-{number}` })
})
const invoiceNumber = (sequenceNumber: number) => `T${series}-${year}-${sequenceNumber}`
const numbersOf = async (order: string) =>
  (await listDocumentsOf(here.shop, order)).documents.map(({ number, total }) => [number, total])
const bought = (quantity = 1) => buy(here.shop, here.ada, here.mug, quantity)

test("a job issues an order's invoice, with everything that it prints", async () => {
  await configure({ address: "1 Main Street", vatId: "DE123456789" })
  const order = await bought(2)
  expect(await listDocumentsOf(here.shop, order)).toEqual({ documents: [], waiting: true })
  await issueDocuments(here.shop)
  const { documents, waiting } = await listDocumentsOf(here.shop, order)
  expect([documents.map(({ kind, number }) => [kind, number]), waiting]).toEqual([
    [["invoice", invoiceNumber(1)]],
    false,
  ])
  const { contents, total } = await findDocument(here.shop, here.ada, documents[0] as DocumentRow)
  expect(total).toBe(4_700)
  expect(contents).toMatchObject({
    seller: { name: "Counter", lines: expect.arrayContaining(["1 Main Street", "VAT ID DE123456789"]) },
    buyer: { name: "Ada Buyer" },
    order: { number: (await findOrder(here.shop, here.ada, order)).number },
    lines: [{ name: "Mug", quantity: 2, price: 1_000, amount: 2_000 }],
    taxes: [
      { name: "GST", rate: 100_000, net: 2_000, amount: 200 },
      { name: "", net: 2_500, amount: 0, reason: "Shipping is not taxed" },
    ],
  })
  expect(contents.bill.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["subTotal", 2_000],
    ["shipping", 2_500],
    ["tax", 200],
    ["total", 4_700],
  ])
})

test("each refund gets a credit note for its units or amount, and the last one covers the rest", async () => {
  const { shop, admin, ada } = here
  const order = await bought(3)
  const [line] = (await findOrder(shop, ada, order)).lines
  await refundOrder(shop, admin, order, { units: [{ line: line?.id ?? "", quantity: 1 }] })
  await refundOrder(shop, admin, order, { amount: 290 })
  await cancelOrder(shop, ada, order)
  await issueDocuments(shop)
  expect(await numbersOf(order)).toEqual([
    [invoiceNumber(1), 5_800],
    [`C${series}-1`, 1_100],
    [`C${series}-2`, 290],
    [`C${series}-3`, 4_410],
  ])
  const documents = await Promise.all(
    (await listDocumentsOf(shop, order)).documents.map((document) => findDocument(shop, ada, document)),
  )
  expect(documents[1]?.contents).toMatchObject({
    invoice: { number: invoiceNumber(1) },
    lines: [{ name: "Mug", quantity: 1, price: 1_100 }],
    taxes: [{ net: 1_000, amount: 100 }],
  })
  const [invoiced = 0, ...credited] = documents.map(({ contents }) => contents.taxes[0]?.amount ?? 0)
  expect(credited.reduce((sum, amount) => sum + amount, 0)).toBe(invoiced)
})

/** Makes a refund of this amount fail after it had arrived. */
async function failRefund(order: string, amount: number) {
  const query = here.shop.db.selectFrom("refunds").selectAll().where("order_id", "=", order)
  const refund = await query.where("amount", "=", amount).where("status", "=", "succeeded").executeTakeFirstOrThrow()
  const failed = { id: refund.gateway_refund_id, status: "failed", failure: "The card has expired" } as const
  await here.shop.transaction((tx) => recordRefundResult(tx, refund, failed))
  await here.pool.query("delete from sandbox_refunds where id = $1", [failed.id])
}

test("the credit note of a refund that failed later covers the same refund made again, and no other", async () => {
  const { shop, admin, ada } = here
  const order = await bought(3)
  const refundThree = async () => {
    const [line] = (await findOrder(shop, ada, order)).lines
    await refundOrder(shop, admin, order, { units: [{ line: line?.id ?? "", quantity: 3 }] })
    await issueDocuments(shop)
  }
  const issued = [
    [invoiceNumber(1), 5_800],
    [`C${series}-1`, 3_300],
  ]
  await refundThree()
  await failRefund(order, 3_300)
  const incident = shop.db.selectFrom("payment_incidents").select("detail").where("order_id", "=", order)
  const detail = `$33.00 could not be refunded: The card has expired. Its credit note C${series}-1 remains valid if you refund the money again. If you do not, have the note cancelled in your accounts.`
  expect(await incident.executeTakeFirstOrThrow()).toEqual({ detail })
  await refundThree()
  expect(await numbersOf(order)).toEqual(issued)
  await failRefund(order, 3_300)
  expect(await incident.executeTakeFirstOrThrow()).toEqual({ detail })
  await refundOrder(shop, admin, order, { amount: 5_800 })
  await issueDocuments(shop)
  expect(await numbersOf(order)).toEqual([...issued, [`C${series}-2`, 5_800]])
  const [, , whole] = (await listDocumentsOf(shop, order)).documents
  expect((await findDocument(shop, ada, whole as DocumentRow)).contents.taxes).toMatchObject([
    { net: 3_000, amount: 300 },
    { net: 2_500, amount: 0 },
  ])
})

test("a credit note also covers the refund made again after notes that round its tax differently", async () => {
  const order = await bought(3)
  const refund = async (amount: number) => {
    await refundOrder(here.shop, here.admin, order, { amount })
    await issueDocuments(here.shop)
  }
  await refund(1_400)
  await refund(800)
  await failRefund(order, 1_400)
  await refund(1_400)
  await refund(500)
  expect(await numbersOf(order)).toEqual([
    [invoiceNumber(1), 5_800],
    [`C${series}-1`, 1_400],
    [`C${series}-2`, 800],
    [`C${series}-3`, 500],
  ])
})

test("the credit note for restocked units covers their amount, and no other units", async () => {
  const { shop, admin, ada } = here
  const order = await bought(3)
  const [line] = (await findOrder(shop, ada, order)).lines
  const units = (quantity: number) => [{ line: line?.id ?? "", quantity }]
  await refundOrder(shop, admin, order, { units: units(1), restock: true })
  await issueDocuments(shop)
  await failRefund(order, 1_100)
  await refundOrder(shop, admin, order, { amount: 1_100 })
  await refundOrder(shop, admin, order, { units: units(2) })
  await issueDocuments(shop)
  await refundOrder(shop, admin, order, { amount: "whole" })
  await issueDocuments(shop)
  expect(await numbersOf(order)).toEqual([
    [invoiceNumber(1), 5_800],
    [`C${series}-1`, 1_100],
    [`C${series}-2`, 2_200],
    [`C${series}-3`, 2_500],
  ])
  const { documents } = await listDocumentsOf(shop, order)
  const contents = await Promise.all(documents.map((row) => findDocument(shop, ada, row)))
  const [invoiced = 0, ...credited] = contents.map((one) => one.contents.taxes[0]?.amount ?? 0)
  expect(credited.reduce((sum, amount) => sum + amount, 0)).toBe(invoiced)
})

test("a refund that succeeds while the order's invoice is issued gets its credit note", async () => {
  const { shop, admin, pool } = here
  const order = await bought()
  const waiting = await pool.connect()
  await waiting.query("begin; lock table billing_documents in share mode")
  const issuing = issueDocuments(shop)
  await expect.poll(() => isBlocked(pool)).toBe(true)
  const refunding = refundOrder(shop, admin, order, { amount: 100 })
  await sleep(200)
  await waiting.query("commit")
  waiting.release()
  await Promise.all([issuing, refunding])
  await issueDocuments(shop)
  expect(await numbersOf(order)).toEqual([
    [invoiceNumber(1), 3_600],
    [`C${series}-1`, 100],
  ])
})

async function isBlocked(pool: typeof here.pool): Promise<boolean> {
  const { rows } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length > 0
}

test("an issued document cannot be changed or deleted while it must be kept, and a deleted order keeps it", async () => {
  const order = await bought()
  await issueDocuments(here.shop)
  await softDeleteOrder(here.shop, here.admin, order)
  for (const statement of ["update billing_documents set total = 1", "delete from billing_documents"])
    await expect(here.pool.query(statement)).rejects.toThrow("invoices and credit notes are kept as they were issued")
  await deleteExpiredDocuments(here.shop)
  const [document] = (await listDocumentsOf(here.shop, order)).documents
  expect((await findDocument(here.shop, here.ada, document as DocumentRow)).number).toBe(invoiceNumber(1))
  await here.pool.query(`insert into billing_documents select (jsonb_populate_record(billing_documents, jsonb_build_object(
    'id', repeat('0', 24), 'order_id', repeat('0', 24), 'number', 'OLD-1', 'series', 'OLD-', 'kept_until', '2020-12-31'))).*
    from billing_documents where id = '${document?.id}'`)
  await deleteExpiredDocuments(here.shop)
  expect(
    (await here.pool.query("select count(*)::int as n from billing_documents where number = 'OLD-1'")).rows,
  ).toEqual([{ n: 0 }])
})

test("no one can read someone else's invoice", async () => {
  const order = await bought()
  await issueDocuments(here.shop)
  const [document] = (await listDocumentsOf(here.shop, order)).documents
  const otherMember = { ...here.ada, id: here.other.id }
  await expect(findDocument(here.shop, otherMember, document as DocumentRow)).rejects.toThrow(
    "There is no such invoice or credit note",
  )
  expect(await findDocumentIds(here.shop, here.admin, DocumentFilter.parse({ search: document?.number }))).toEqual([
    document?.id,
  ])
  expect(await findDocumentIds(here.shop, here.admin, DocumentFilter.parse({ search: "1e+308" }))).toEqual([])
  // Simulates a guest order that has joined an account.
  await here.shop.db.updateTable("orders").set({ user_id: otherMember.id }).where("id", "=", order).execute()
  expect(await findDocument(here.shop, otherMember, document as DocumentRow)).toMatchObject({ id: document?.id })
  await expect(findDocument(here.shop, here.ada, document as DocumentRow)).rejects.toThrow(
    "There is no such invoice or credit note",
  )
})

test("without a number pattern there are neither invoices nor credit notes", async () => {
  await configure({ invoiceNumbers: "" })
  const order = await bought()
  await refundOrder(here.shop, here.admin, order, { amount: 100 })
  await issueDocuments(here.shop)
  expect(await listDocumentsOf(here.shop, order)).toEqual({ documents: [], waiting: false })
})

test("after a restore nothing is issued until someone has confirmed the next numbers, which can only be raised", async () => {
  const { shop, admin } = here
  const order = await bought()
  await here.pool.query("insert into billing_document_pause default values")
  await issueDocuments(shop)
  expect(await listDocumentsOf(shop, order)).toEqual({ documents: [], waiting: true })
  await raiseNumbers(shop, admin, { invoice: 42 })
  await expect(raiseNumbers(shop, admin, { invoice: 41 })).rejects.toThrow("enter 42 or more")
  expect(await readNextNumbers(shop)).toMatchObject({
    invoice: { sequenceNumber: 42 },
    creditNote: { sequenceNumber: 1 },
    paused: false,
  })
  await issueDocuments(shop)
  expect(await numbersOf(order)).toEqual([[invoiceNumber(42), 3_600]])
})

test("a pattern ends with its number, and is unique among the series", () => {
  for (const good of ["{number}", "INV-{number}", "INV-{year}-{number}", "{year}/{number}", "Rechnung {number}"])
    expect([good, isNumberPattern(good)]).toEqual([good, true])
  for (const bad of [
    "",
    "INV",
    "INV{year}{number}",
    "INV1{number}",
    "{number}-INV",
    "{number}{number}",
    "{month}-{number}",
  ])
    expect([bad, isNumberPattern(bad)]).toEqual([bad, false])
  expect(seriesOf("INV-{year}-{number}", "2031-12-31")).toBe("INV-2031-")
})

/** The same shop with its own connections, which can be cut at any moment like those of a killed process */
function openProcess(name: string) {
  const pool = openPool({ url: `${here.databaseUrl}?application_name=${name}`, max: 2, onError: () => {} })
  const queryable = { ...here.shop, db: openDatabase(pool), log: pino({ level: "silent" }) }
  const shop: Shop = { ...here.shop, ...queryable, transaction: (work) => transaction(queryable, work) }
  const kill = () =>
    here.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [name])
  return { shop, kill, close: () => shop.db.destroy() }
}

test("a thousand concurrent invoices in two processes, one of which is killed, have neither gaps nor duplicates", async () => {
  const order = await bought()
  await repeatOrder(here.shop, order, 999)
  await here.pool.query("insert into billing_document_requests (order_id) select id from orders on conflict do nothing")
  const [survivor, victim] = [openProcess("survivor"), openProcess("victim")]
  try {
    const killed = issueDocuments(victim.shop).then(
      () => "done",
      () => "killed",
    )
    const rest = issueDocuments(survivor.shop)
    const issued = async () => {
      const { rows } = await here.pool.query("select count(*)::int as n from billing_documents where series = $1", [
        `T${series}-${year}-`,
      ])
      return rows[0].n
    }
    await expect.poll(issued, { interval: 1 }).toBeGreaterThan(50)
    await victim.kill()
    await Promise.all([killed, rest])
    await issueDocuments(survivor.shop)
    const { rows } = await here.pool.query(
      "select sequence_number from billing_documents where series = $1 order by 1",
      [`T${series}-${year}-`],
    )
    expect(rows.length).toBeGreaterThanOrEqual(1000)
    expect(rows.map((row) => row.sequence_number)).toEqual(rows.map((_, index) => index + 1))
    const { rows: doubles } = await here.pool.query(
      "select order_id from billing_documents where kind = 'invoice' group by order_id having count(*) > 1",
    )
    expect(doubles).toEqual([])
  } finally {
    await Promise.all([survivor.close(), victim.close()])
  }
})
