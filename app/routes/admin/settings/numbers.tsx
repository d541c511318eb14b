// /admin/settings/numbers
import { Link, useLoaderData } from "@remix-run/react"
import { NumbersForm } from "~/domain/invoices/numbers-schema"
import { raiseNumbers, readNextNumbers } from "~/domain/invoices/raise-numbers.server"
import { orderName } from "~/domain/orders/order"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Order and invoice numbers")

export const loader = adminPage("settings.edit", ({ shop }) => readNextNumbers(shop))

export const action = adminForm("settings.edit", NumbersForm, async ({ shop, actor, redirectWithSuccess }, numbers) => {
  await raiseNumbers(shop, actor, numbers)
  return redirectWithSuccess("/admin/settings/numbers", "Numbers saved")
})

export default function Numbers() {
  const next = useLoaderData<typeof loader>()
  const { order, invoice, creditNote, paused } = next
  const [form, fields] = useShopForm<Record<"order" | "invoice" | "creditNote", string>>({ id: "numbers" })
  const number = { inputMode: "numeric", width: "medium", required: false } as const
  return (
    <AdminPage title="Order and invoice numbers" lead={<Link to="/admin/settings">Settings</Link>}>
      <ShopForm
        tool={{ name: "set_next_number", description: "Sets the next number of orders, invoices or credit notes" }}
        form={form}
        key={JSON.stringify(next)}
      >
        {paused && (
          <Notice tone="bad" title="This shop was restored from a backup">
            Numbers that were issued after the backup would be issued again. Look up the last order, invoice and credit
            note in your mailbox, enter the numbers that follow, and save. Until then no invoice is issued.
          </Notice>
        )}
        <p>
          Numbers can only go up. Empty fields do not change. A higher number leaves a gap, which the audit log
          explains.
        </p>
        <TextField of={fields.order} label="Next order" hint={`Now ${orderName(order)}`} {...number} />
        {invoice && (
          <TextField
            of={fields.invoice}
            label={`Next invoice: ${invoice.series}…`}
            hint={`Now ${invoice.sequenceNumber}`}
            {...number}
          />
        )}
        {creditNote && (
          <TextField
            of={fields.creditNote}
            label={`Next credit note: ${creditNote.series}…`}
            hint={`Now ${creditNote.sequenceNumber}`}
            {...number}
          />
        )}
        <SubmitButton>Save</SubmitButton>
      </ShopForm>
    </AdminPage>
  )
}
