// /admin/payments

import { useLoaderData } from "@remix-run/react"
import { listBankLines } from "~/domain/bank-files/bank-files.server"
import { BankLineFilter } from "~/domain/bank-files/bank-filters"
import { lineOutcomes, lineStatuses } from "~/domain/bank-files/bank-line"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { adminPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { StaffButtonLink, StaffLink } from "../permitted/permitted"
import { ListPage } from "../tables/list-page"
import { bankLineColumns, bankLineRow } from "./bank-line-rows"

export const meta = title("Payments by bank transfer")

export const loader = adminPage("orders.refund", (ctx) =>
  listOrNothing(ctx, BankLineFilter, listBankLines, { lines: [], count: 0 }),
)

export default function Payments() {
  const { lines, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/payments", filter }
  return (
    <ListPage
      title="Payments by bank transfer"
      lead={
        <>
          Money that arrived on the shop’s account, from the files of your bank.
          <StaffLink to="/admin/payments/orders">Orders that wait for a transfer</StaffLink>
          <StaffLink to="/admin/payouts">Money to pay back</StaffLink>
        </>
      }
      actions={
        <StaffButtonLink to="/admin/payments/import" icon="upload">
          Read a bank file
        </StaffButtonLink>
      }
      caption="Entries of bank files"
      list={list}
      {...found}
      empty={{
        title: "No bank file has been read yet",
        icon: "receipt",
        children: "Download a file from your bank, and read it here to record which orders are paid.",
      }}
      search={{ name: "search", label: "Search", placeholder: "Order, sum, payer, account or text" }}
      filters={[
        { name: "status", label: "Status", options: optionsOf(lineStatuses) },
        { name: "outcome", label: "Outcome", options: optionsOf(lineOutcomes) },
        { name: "from", label: "From", type: "date" },
        { name: "to", label: "To", type: "date" },
      ]}
      columns={bankLineColumns}
      rows={lines.map((line) => bankLineRow(line, list))}
    />
  )
}

const optionsOf = (names: Record<string, { label: string }>) =>
  Object.entries(names).map(([value, { label }]) => ({ value, label }))
