import { parse } from "csv-parse/sync"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Staff } from "~/domain/accounts/actor"
import type { TestBrowser } from "~/testing/browser/test-browser.server"
import { openTestServer, type TestServer } from "~/testing/pages/test-server.server"
import { addBuyers } from "~/testing/shop/buyers.server"
import { anAdmin } from "~/testing/shop/people.server"

let server: TestServer
let admin: Staff
let adminBrowser: TestBrowser
beforeAll(async () => {
  server = await openTestServer()
  admin = await anAdmin(server.shop)
  adminBrowser = await server.signedIn(admin)
  const id = (n: string) => `lpad(to_hex(${n}), 24, '0')`
  await server.pool.query(`
    insert into users (id, name, email, password_hash, created_at)
      select ${id("n")}, case n when 1 then '=HYPERLINK("http://evil.example")' else 'Buyer ' || n end,
        'buyer' || n || '@shop.example', '-', now() - n * interval '1 minute' from generate_series(1, 2300) n;
    insert into products (id, name, category, price) values (${id("1")}, 'Oak tray, "large"', 'Kitchen', 1200);
    insert into orders (id, user_id, user_name, user_email, payment_intent_id, payment_status, status, shipping_info,
        currency, item_price, tax_price, shipping_price, total_price, created_at)
      select ${id("n")}, ${id("n")}, users.name, email, 'pi_' || n, 'succeeded',
        case n % 2 when 0 then 'Processing' else 'Shipped' end,
        '{"address":"1 Way","city":"Ulm","state":"","country":"DE","pinCode":"1","phoneNo":"+4930"}',
        'USD', 2400, 120, 0, 2520, users.created_at
      from generate_series(1, 2300) n join users on users.id = ${id("n")};
    insert into order_lines (id, order_id, position, product_id, variant_id, name, price, quantity, taxes)
      select ${id("n")}, ${id("n")}, 0, ${id("1")}, ${id("1")}, 'Oak tray, "large"', 1200, 2, '[]' from generate_series(1, 2300) n;
    insert into reviews (id, product_id, user_id, name, rating_halves, comment)
      select ${id("n")}, ${id("1")}, ${id("n")}, 'Buyer', 1 + n % 10, '+1 for this' from generate_series(1, 40) n`)
}, 60_000)
afterAll(() => server?.close())

async function download(path: string) {
  const answer = await adminBrowser.get(path)
  expect(answer.status).toBe(200)
  const rows: Record<string, string>[] = parse(await answer.text(), { columns: true, bom: true })
  return { answer, rows }
}

test("orders are exported as filtered in the list, across all its pages", async () => {
  const { answer, rows } = await download("/admin/orders/export?status=Processing&sort=date")
  expect(answer.headers.get("Content-Disposition")).toMatch(/^attachment; filename="orders-\d{4}-\d\d-\d\d\.csv"$/)
  expect(answer.headers.get("Cache-Control")).toBe("no-store")
  expect(rows).toHaveLength(1150)
  const dates = rows.map(({ createdAt }) => createdAt ?? "")
  expect(dates).toEqual([...dates].sort())
  expect(rows.at(-1)).toMatchObject({
    _id: "000000000000000000000002",
    orderStatus: "Processing",
    paymentStatus: "succeeded",
    name: "Buyer 2",
    units: "2",
    items: '2 × Oak tray, "large"',
    totalPrice: "25.20",
    city: "Ulm",
    phoneNo: "'+4930",
  })
})

test("invoices and credit notes of a period are exported, including the last day, with refunds as negative amounts", async () => {
  const contents = JSON.stringify({
    order: { number: 1001 },
    buyer: { name: "=Ada" },
    invoice: { number: "R1" },
    taxes: [{ name: "VAT", rate: 190_000, net: 1_000, amount: 190 }],
  })
  await server.pool.query(
    `insert into billing_documents (id, kind, series, sequence_number, number, issued_at, kept_until, order_id, user_id, refund_id, invoice_id,
        currency, total, contents)
      select lpad(n, 24, '0'), kind, series, 1, series || 1, at::timestamptz, '2036-12-31', lpad(n, 24, '0'), lpad(n, 24, '0'),
        case kind when 'credit-note' then lpad(n, 24, '0') end, case kind when 'credit-note' then lpad('2', 24, '0') end,
        'EUR', 1190, $1
      from (values ('1', 'invoice', 'A', '2026-02-28T23:59:59Z'), ('2', 'invoice', 'R', '2026-03-01T00:00:00Z'),
        ('3', 'credit-note', 'C', '2026-03-31T23:59:59Z'), ('4', 'invoice', 'Z', '2026-04-01T00:00:00Z')) document (n, kind, series, at)`,
    [contents],
  )
  const { answer, rows } = await download("/admin/invoices/export?from=2026-03-01&to=2026-03-31")
  expect(answer.headers.get("Content-Disposition")).toMatch(/filename="invoices-/)
  const both = { orderNumber: "1001", name: "'=Ada", currency: "EUR" }
  expect(rows).toMatchObject([
    { ...both, number: "R1", kind: "invoice", net: "10.00", tax: "1.90", total: "11.90" },
    { ...both, number: "C1", kind: "credit-note", net: "-10.00", tax: "-1.90", total: "-11.90" },
  ])
})

test("returns are exported as filtered in the list", async () => {
  await server.pool.query(`
    insert into returns (id, order_id, kind, status, name, email, reason, created_at) select lpad(n::text, 24, '0'),
      lpad(n::text, 24, '0'), kind, 'requested', '=Ada', 'ada@shop.example', 'Too large', '2026-03-01'
      from (values (1, 'return'), (2, 'withdrawal')) stated (n, kind);
    insert into return_lines (return_id, order_line_id, quantity)
      select lpad(n::text, 24, '0'), lpad(n::text, 24, '0'), 1 from generate_series(1, 2) n`)
  const { answer, rows } = await download("/admin/returns/export?kind=return&status=open")
  expect(answer.headers.get("Content-Disposition")).toMatch(/filename="returns-/)
  const units = { units: '1 × Oak tray, "large"', name: "'=Ada", reason: "Too large" }
  expect(rows).toMatchObject([{ _id: "0".repeat(23) + 1, kind: "return", status: "requested", ...units }])
  expect((await adminBrowser.get("/admin/returns/export?kind=gift")).status).toBe(400)
})

test("no cell with a customer's text is a formula", async () => {
  const { rows } = await download("/admin/users/export?search=buyer1@")
  expect(rows.map(({ name }) => name)).toEqual([`'=HYPERLINK("http://evil.example")`])
  const reviews = await download("/admin/reviews/export?rating=5")
  expect(reviews.rows).toHaveLength(8)
  for (const { rating, comment } of reviews.rows)
    expect([rating, comment]).toEqual([expect.stringMatching(/^(4\.5|5)$/), "'+1 for this"])
})

test("the lists link to exports of the filtered rows", async () => {
  for (const [list, query] of [
    ["orders", "status=Shipped"],
    ["users", "role=user"],
    ["reviews", "rating=4"],
    ["returns", "kind=return"],
  ]) {
    const html = await (await adminBrowser.get(`/admin/${list}?${query}&page=2`)).text()
    expect(html).toContain(`href="/admin/${list}/export?${query}"`)
  }
})

test("files are for administrators, and an invalid filter is reported", async () => {
  const [member] = await addBuyers(server.shop, 1)
  if (!member) throw new Error("nobody")
  const shopper = await server.signedIn(member)
  for (const list of ["orders", "users", "reviews", "returns"]) {
    expect((await shopper.get(`/admin/${list}/export`)).status).not.toBe(200)
    expect((await server.visitor().get(`/admin/${list}/export`)).headers.get("Location")).toMatch(/^\/login/)
  }
  expect((await adminBrowser.get("/admin/orders/export?status=Lost")).status).toBe(400)
})
