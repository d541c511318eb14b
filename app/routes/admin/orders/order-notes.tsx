// /admin/order/:id/notes

import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { addOrderNote, listOrderNotes } from "~/domain/orders/order-notes.server"
import { NoteFields } from "~/domain/orders/order-schemas"
import { findOrder } from "~/domain/orders/orders.server"
import { FormKey } from "~/domain/records/form-key"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { Permitted } from "../permitted/permitted"
import { NoteForm, Notes } from "./order-notes-form"

export const meta = title<typeof loader>(({ number }) => `Internal notes on order ${orderName(number)}`)

export const loader = adminPage("orders.see", async ({ shop, actor, id }) => {
  const { number } = await findOrder(shop, actor, id)
  return { id, number, notes: await listOrderNotes(shop, actor, id), formKey: newFormKey() }
})

export const action = adminForm("orders.note", NoteFields.extend({ formKey: FormKey }), async (ctx, { text }) => {
  const { actor, id } = ctx
  await submitOnce(ctx, (tx) => addOrderNote(tx, actor, id, text))
  return ctx.redirectWithSuccess(paths.adminOrder(id), "Note added")
})

export default function OrderNotes() {
  const { id, number, notes, formKey } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Internal notes" lead={<Link to={paths.adminOrder(id)}>Order {orderName(number)}</Link>}>
      <Notes notes={notes} />
      <Permitted needs="orders.note">
        <NoteForm id={id} formKey={formKey} standalone />
      </Permitted>
    </AdminPage>
  )
}
