import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { DataTable } from "./data-table"

const columns = [
  { key: "id", label: "Order ID" },
  {
    key: "amount",
    label: "Amount",
    align: "end" as const,
    sort: { href: "?sort=amount", direction: "ascending" as const },
  },
]

test("the first column names the row, and every cell has its heading", () => {
  const markup = markupOf(
    <DataTable caption="Orders" columns={columns} rows={[{ id: "A1", amount: "$5.00" }]} empty="No orders" />,
  )
  expect(markup).toContain('<th scope="row" data-label="Order ID" data-narrow="title">A1</th>')
  expect(markup).toContain('<td data-align="end" data-label="Amount">$5.00</td>')
})

test("a sortable heading is a link and shows the sort order", () => {
  const markup = markupOf(<DataTable caption="Orders" columns={columns} rows={[{ id: "A1" }]} empty="No orders" />)
  expect(markup).toMatch(/<th scope="col" data-align="end" aria-sort="ascending"><a [^>]*href="[^"]*\?sort=amount"/)
})

test("a column may name the row in narrow tables, and have content below it", () => {
  const named = [
    { key: "id", label: "User ID" },
    { key: "name", label: "Name", narrow: "title" as const, detail: "email" },
  ]
  const rows = [{ id: "A1", name: "Ada", email: "ada@shop.test" }]
  const markup = markupOf(<DataTable caption="Users" columns={named} rows={rows} empty="No users" />)
  expect(markup).toContain('<th scope="row" data-label="User ID">A1</th>')
  expect(markup).toMatch(/data-narrow="title"><div [^>]+>Ada<\/div><div [^>]+>ada@shop\.test<\/div>/)
})

test("a table without rows says so", () => {
  expect(markupOf(<DataTable caption="Orders" columns={columns} rows={[]} empty="No orders" />)).toContain("No orders")
})
