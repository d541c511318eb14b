// /admin/discount/:id

import { Link, useLoaderData } from "@remix-run/react"
import { discountStatusNames } from "~/domain/discounts/discount"
import { DiscountForm } from "~/domain/discounts/discount-form"
import { findDiscount } from "~/domain/discounts/discount-table.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { StaffLink } from "~/routes/admin/permitted/permitted"
import { title } from "~/ui/shell/title"
import { discountChoices, discountFields } from "./discount-choices.server"
import { DiscountEditor } from "./discount-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ saved }) => `Edit discount ${saved.name}`)

export const loader = adminPage(["discounts.see", "discounts.edit"], async ({ shop, actor, id }) => {
  const discount = await findDiscount(shop, actor, id)
  const { status, uses } = discount
  return { id, status, uses, saved: discountFields(discount), choices: discountChoices(shop) }
})

export const action = adminForm(
  "discounts.edit",
  DiscountForm,
  async ({ shop, actor, id, redirectWithSuccess }, fields) => {
    const { updateDiscount } = await import("~/domain/discounts/save-discount.server")
    await updateDiscount(shop, actor, id, fields)
    return redirectWithSuccess("/admin/discounts", "Discount saved")
  },
)

export default function EditDiscount() {
  const { id, status, uses, saved, choices } = useLoaderData<typeof loader>()
  const link = saved.code && ` Its link is ${paths.discountLink(saved.code)}.`
  return (
    <AdminPage
      title="Edit discount"
      lead={`${discountStatusNames[status]}, used ${pluralize(uses, "time")}.${link}`}
      actions={
        <>
          <Link to={paths.copyDiscount(id)}>Duplicate</Link>
          <StaffLink to={paths.auditLog({ subject: id })}>Who did what</StaffLink>
        </>
      }
    >
      <DiscountEditor key={id} choices={choices} saved={saved} />
    </AdminPage>
  )
}
