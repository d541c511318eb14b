// /admin/return/:id/decline
import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { declineReturn } from "~/domain/returns/process-return.server"
import { returnKinds } from "~/domain/returns/return"
import { findReturn } from "~/domain/returns/return-list.server"
import { ReturnRefusal } from "~/domain/returns/return-schemas"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"

export const meta = title("Decline a return")

export const loader = adminPage(["orders.see", "orders.refund"], async ({ shop, actor, id }) => {
  const { customer, orderNumber, kind } = await findReturn(shop, actor, id)
  return { id, customer, orderNumber, noun: returnKinds[kind] }
})

export const action = adminForm(
  "orders.refund",
  ReturnRefusal,
  async ({ shop, actor, id, redirectWithSuccess }, { reason }) => {
    await declineReturn(shop, actor, id, reason)
    return redirectWithSuccess(paths.adminReturn(id), "Declined")
  },
)

export default function DeclineReturn() {
  const { id, customer, orderNumber, noun } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ reason: string }>({ id: "decline" })
  return (
    <AdminPage
      title={`Decline the ${noun.toLowerCase()}`}
      lead={
        <Link to={paths.adminReturn(id)}>
          {noun} of order {orderName(orderNumber)}
        </Link>
      }
    >
      <ShopForm
        tool={{ name: "decline_return", description: "Declines the return and tells the customer why" }}
        form={form}
      >
        <TextareaField
          of={fields.reason}
          label="Reason"
          hint={`${customer} will see it in the email.`}
          rows={3}
          maxLength={300}
          required
        />
        <SubmitOrCancel variant="danger" cancel={paths.adminReturn(id)} cancelLabel="Back" cancelVariant="secondary">
          Decline
        </SubmitOrCancel>
      </ShopForm>
    </AdminPage>
  )
}
