// /admin/discount
import { useLoaderData } from "@remix-run/react"
import { DiscountForm } from "~/domain/discounts/discount-form"
import { findDiscount } from "~/domain/discounts/discount-table.server"
import { isObjectId } from "~/domain/object-id"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { title } from "~/ui/shell/title"
import { discountChoices, discountFields } from "./discount-choices.server"
import { DiscountEditor } from "./discount-editor"

export const meta = title("New discount")

/** A copy has everything but the code. */
export const loader = adminPage(["discounts.see", "discounts.edit"], async ({ shop, actor, url }) => {
  const copied = url.searchParams.get("copy") ?? ""
  const choices = discountChoices(shop)
  if (!isObjectId(copied)) return { choices, saved: undefined }
  return { choices, saved: { ...discountFields(await findDiscount(shop, actor, copied)), code: "", version: "" } }
})

export const action = adminForm(
  "discounts.edit",
  DiscountForm,
  async ({ shop, actor, redirectWithSuccess }, fields) => {
    const { createDiscount } = await import("~/domain/discounts/save-discount.server")
    await createDiscount(shop, actor, fields)
    return redirectWithSuccess("/admin/discounts", "Discount created")
  },
)

export default function NewDiscount() {
  const { choices, saved } = useLoaderData<typeof loader>()
  return (
    <AdminPage title="New discount">
      <DiscountEditor choices={choices} saved={saved} />
    </AdminPage>
  )
}
