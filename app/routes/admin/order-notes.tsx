// /admin/order/:id/notes
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { NoteForm as NoteSchema } from "~/domain/orders/order-forms"
import { addOrderNote, listOrderNotes } from "~/domain/orders/order-notes.server"
import { findOrder } from "~/domain/orders/orders.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { NoteForm, Notes } from "./order-notes-form"

export const meta = title("Internal notes")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const admin = requireAdmin(user)
    const { id } = await findOrder(shop, admin, params.id ?? "")
    return { id, notes: await listOrderNotes(shop, admin, id) }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    NoteSchema,
    async ({ shop, user, params, redirectWithSuccess }, { text }) => {
      await addOrderNote(shop, requireAdmin(user), params.id ?? "", text)
      return redirectWithSuccess(`/admin/order/${params.id}`, "Note added")
    },
    { guard: requireAdmin },
  )
}

export default function OrderNotes() {
  const { id, notes } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="Internal notes" lead={<Link to={`/admin/order/${id}`}>Order {id}</Link>}>
      <Notes notes={notes} />
      <NoteForm id={id} own />
    </AdminPage>
  )
}
