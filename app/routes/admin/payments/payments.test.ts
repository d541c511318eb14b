import { beforeAll, expect, test } from "vitest"
import { runBooking } from "~/domain/bank-files/book-file.server"
import { findOrder } from "~/domain/orders/orders.server"
import { camtFile, type TestTransfer } from "~/testing/bank-files"
import { form } from "~/testing/pages/form-data"
import { pageText } from "~/testing/pages/page-text"
import { openBackOfficeTest } from "~/testing/shop/back-office.server"
import { addBuyer } from "~/testing/shop/buyers.server"
import { shelve } from "~/testing/shop/test-orders.server"
import { allowWaysToPay, orderUnpaid } from "~/testing/shop/unpaid-orders.server"

const here = openBackOfficeTest()
let mug = ""
beforeAll(async () => {
  await allowWaysToPay(here.shop, here.admin)
  mug = await shelve(here.shop, here.admin, { stock: 100 })
})

const textOf = async (path: string) => pageText(await (await here.adminBrowser.get(path)).text())
const locationOf = (response: Response) => response.headers.get("Location") ?? ""
const post = async (path: string, fields: Record<string, string>) => here.adminBrowser.post(path, fields)

async function upload(text: string, name = "week.xml"): Promise<Response> {
  const body = form({ file: new File([text], name) })
  return here.adminBrowser.send("/admin/payments/import", { method: "POST", body, headers: { Origin: here.url } })
}

async function unpaid() {
  const id = await orderUnpaid(here.shop, await addBuyer(here.shop), mug)
  const { number, totals } = await findOrder(here.shop, here.admin, id)
  return { id, number, total: totals.total }
}
const stateOf = async (id: string) => (await findOrder(here.shop, here.admin, id)).payment.status

let references = 0
const transfer = (cents: number, text: string): TestTransfer => ({
  ...{ amount: (cents / 100).toFixed(2), text, bankReference: `W${++references}` },
})
async function payoutOf(line: string): Promise<string> {
  const query = here.shop.db.selectFrom("payouts").select("id")
  return (await query.where("bank_line_id", "=", line.split("/").at(-1) ?? "").executeTakeFirstOrThrow()).id
}

const lineLinks = (html: string) =>
  [...html.matchAll(/href="(\/admin\/payments\/line\/[0-9a-f]{24})/g)].map(([, to = ""]) => to)

test("an owner checks a file, records what matches, decides about the rest, and undoes it", async () => {
  const [exact, short] = [await unpaid(), await unpaid()]
  const file = camtFile(
    [
      transfer(exact.total, `Order ${exact.number}`),
      transfer(short.total - 100, `Order ${short.number}`),
      transfer(exact.total, `Order ${exact.number}`),
    ],
    { currency: "USD" },
  )
  const path = locationOf(await upload(file))
  expect(path).toMatch(/^\/admin\/payments\/file\/[0-9a-f]{24}$/)
  const checked = await textOf(path)
  for (const part of ["Matches: 1", "Too little: 1", "Already paid: 1", "Record 1 matching payment"])
    expect(checked).toContain(part)
  expect(await stateOf(exact.id)).toBe("awaiting")

  expect(locationOf(await post(path, { step: "book" }))).toBe(path)
  await runBooking(here.shop, path.split("/").at(-1) ?? "")
  expect(await stateOf(exact.id)).toBe("succeeded")
  expect(await textOf(path)).toContain("Recorded on")

  const [, shortLine = "", twice = ""] = lineLinks(await (await here.adminBrowser.get(path)).text())
  expect(await textOf(shortLine)).toContain(`keep waiting for the rest of order #${short.number}`)
  await post(shortLine, { decision: "record", order: String(short.number) })
  expect(await textOf(shortLine)).toContain("Recorded")
  expect(await textOf(twice)).toContain("Pay the money back")
  await post(twice, { decision: "return" })
  expect(await textOf("/admin/payouts")).toContain("Ada Buyer")
  const payout = `/admin/payout/${await payoutOf(twice)}`
  await post(`${payout}/cancel`, {})
  expect(await textOf(payout)).toContain("Open this payout again")
  expect(await textOf(`${payout}/reopen`)).toContain("again?")
  expect(locationOf(await post(`${payout}/reopen`, {}))).toBe(payout)
  expect(await textOf(payout)).toContain("To be paid")
  await post(twice, { decision: "undo" })
  expect(await textOf(twice)).toContain("Already paid")

  const found = await textOf(`/admin/payments?search=%23${short.number}`)
  expect(found).toContain("Recorded")
  expect(await textOf("/admin/payments?outcome=twice")).toContain(`#${exact.number}`)
  expect(await textOf("/admin/audit?kind=import")).toContain("Read a bank file")
})

test("the forms that ship an order send the payment status that they showed", async () => {
  const { id } = await unpaid()
  const pack = `/admin/orders/ship?id=${id}`
  for (const [page, field] of [
    [`/admin/order/${id}`, "paymentSnapshot"],
    [pack, "orders[0].paymentSnapshot"],
  ] as const)
    expect(await (await here.adminBrowser.get(page)).text()).toContain(`name="${field}" value="awaiting"`)
  const ship = (paymentSnapshot: string) => post(`/admin/order/${id}`, { status: "Shipped", paymentSnapshot })
  const refused = await ship("succeeded")
  expect([refused.status, pageText(await refused.text())]).toEqual([409, expect.stringContaining("has not arrived")])
  expect(locationOf(await ship("awaiting"))).toBe(`/admin/order/${id}`)
  expect((await findOrder(here.shop, here.admin, id)).status).toBe("Shipped")
})

test("a file that cannot be read is refused with a sentence, and an order that is unknown, too", async () => {
  const refused = await upload(camtFile([transfer(100, "a")], { currency: "USD" }).slice(0, 900))
  expect(refused.status).toBe(400)
  expect(pageText(await refused.text())).toContain("This file is not whole")
  const path = locationOf(await upload(camtFile([transfer(333, "rent")], { currency: "USD" })))
  const [line = ""] = lineLinks(await (await here.adminBrowser.get(path)).text())
  const wrong = await post(line, { decision: "record", order: "999999" })
  expect(wrong.status).toBe(404)
  expect(pageText(await wrong.text())).toContain("There is no order 999999")
  expect((await here.adminBrowser.get(`/admin/payments/file/${"f".repeat(24)}`)).status).toBe(404)
})

test("the columns of a CSV file are chosen on its page", async () => {
  const order = await unpaid()
  const csv = `Wann;Wieviel;Wozu\n27.11.2026;${(order.total / 100).toFixed(2)};Order ${order.number}`
  const path = locationOf(await upload(csv, "bank.csv"))
  expect(await textOf(path)).toContain("Choose the columns")
  const columns = { "column[0]": "day", "column[1]": "amount", "column[2]": "text" }
  const missing = await post(path, { step: "columns", ...columns, "column[1]": "" })
  expect(pageText(await missing.text())).toContain("Please choose the column with the amount")
  await post(path, { step: "columns", ...columns })
  expect(await textOf(path)).toContain("Matches: 1")
  expect(await textOf(`${path}/discard`)).toContain("Discard the bank file bank.csv?")
  expect(locationOf(await post(`${path}/discard`, {}))).toBe("/admin/payments/import")
})

test("orders are ticked as paid by hand, once for each form", async () => {
  const [one, two] = [await unpaid(), await unpaid()]
  expect(await textOf("/admin/payments/orders")).toContain(`#${one.number}`)
  const page = await (await here.adminBrowser.get(`/admin/payments/receive?id=${one.id}&id=${two.id}`)).text()
  expect(pageText(page)).toContain("Record 2 payments")
  const formKey = /name="formKey"[^>]*value="([^"]+)"/.exec(page)?.[1] ?? ""
  const fields = { formKey, "ids[0]": one.id, "ids[1]": two.id }
  await post("/admin/payments/receive", fields)
  await post("/admin/payments/receive", fields)
  expect([await stateOf(one.id), await stateOf(two.id)]).toEqual(["succeeded", "succeeded"])
  const received = here.shop.db.selectFrom("received_payments").select("id").where("order_id", "in", [one.id, two.id])
  expect(await received.execute()).toHaveLength(2)
})
