// /admin/settings/numbers
import { Link, useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { raiseOrderNumber, readNextOrderNumber } from "~/domain/orders/order-numbers.server"
import { NumbersForm } from "~/domain/orders/order-schemas"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Numbers")

export const loader = adminPage("settings.edit", async ({ shop }) => ({ order: await readNextOrderNumber(shop) }))

export const action = adminForm(
  "settings.edit",
  NumbersForm,
  async ({ shop, actor, redirectWithSuccess }, { order }) => {
    await raiseOrderNumber(shop, actor, order)
    return redirectWithSuccess("/admin/settings/numbers", "Numbers saved")
  },
)

export default function Numbers() {
  const { order } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ order: string }>({ id: "numbers" })
  return (
    <AdminPage title="Numbers" lead={<Link to="/admin/settings">Settings</Link>}>
      <ShopForm form={form} key={order}>
        <TextField
          of={fields.order}
          label="Number of the next order"
          hint={`It is ${orderName(order)}. A higher number leaves a gap; a lower one would be given twice.`}
          inputMode="numeric"
          maxLength={10}
          width="medium"
          required
        />
        <SubmitButton>Save</SubmitButton>
      </ShopForm>
    </AdminPage>
  )
}
