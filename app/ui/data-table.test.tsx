import { expect, test } from "vitest"
import { markupOf } from "~/testing/markup"
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

test("the first column names the row, and every cell knows its heading", () => {
  const markup = markupOf(
    <DataTable caption="Orders" columns={columns} rows={[{ id: "A1", amount: "$5.00" }]} empty="No orders" />,
  )
  expect(markup).toContain('<th scope="row" data-label="Order ID">A1</th>')
  expect(markup).toContain('<td data-align="end" data-label="Amount">$5.00</td>')
})

test("a heading that sorts is a link and says how the table is sorted", () => {
  const markup = markupOf(<DataTable caption="Orders" columns={columns} rows={[{ id: "A1" }]} empty="No orders" />)
  expect(markup).toMatch(/<th scope="col" data-align="end" aria-sort="ascending"><a [^>]*href="[^"]*\?sort=amount"/)
})

test("a table without rows says so", () => {
  expect(markupOf(<DataTable caption="Orders" columns={columns} rows={[]} empty="No orders" />)).toContain("No orders")
})
