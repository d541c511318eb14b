// /admin/discount /admin/discount/:id

import { Link, useLoaderData } from "@remix-run/react"
import { daysOf } from "~/domain/days/shop-days.server"
import { discountStatusNames, normalizeCode } from "~/domain/discounts/discount"
import { DiscountForm } from "~/domain/discounts/discount-form"
import { findDiscount } from "~/domain/discounts/discount-table.server"
import { discountTexts } from "~/domain/discounts/discount-texts"
import { isObjectId } from "~/domain/object-id"
import { pluralize } from "~/domain/text/pluralize"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { discountChoices, discountFields } from "./discount-choices.server"
import { DiscountEditor } from "./discount-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ discount, fields }) =>
  discount ? `Edit discount ${fields?.name}` : "New discount",
)

/** Without an id, a new one; with `copy`, it begins with everything of another but the code. */
export const loader = adminPage(["discounts.see", "discounts.edit"], async ({ shop, actor, params, id, url }) => {
  const choices = discountChoices(shop)
  if (params.id !== undefined) {
    const saved = await findDiscount(shop, actor, id)
    const discount = { id, status: saved.status, uses: saved.uses }
    return {
      choices,
      discount,
      fields: discountFields(shop, saved),
      snapshot: discountTexts(saved, daysOf(shop)),
      formKey: undefined,
    }
  }
  const unsaved = { choices, discount: null, snapshot: undefined, formKey: newFormKey() }
  const copied = url.searchParams.get("copy") ?? ""
  if (!isObjectId(copied)) return { ...unsaved, fields: undefined }
  const fields = { ...discountFields(shop, await findDiscount(shop, actor, copied)), code: "" }
  return { ...unsaved, fields }
})

export const action = adminForm(
  "discounts.edit",
  DiscountForm,
  async (ctx, fields) => {
    const { createDiscount, updateDiscount } = await import("~/domain/discounts/save-discount.server")
    const isNew = ctx.params.id === undefined
    if (isNew) await createDiscount(ctx.shop, ctx.actor, fields, (work) => submitOnce(ctx, work))
    else await updateDiscount(ctx.shop, ctx.actor, ctx.id, fields)
    return ctx.redirectWithSuccess("/admin/discounts", isNew ? "Discount created" : "Discount saved")
  },
  {
    refusalData: staleFieldsOf,
    checks: ({ shop, id }, { code = "" }) => [
      async () => {
        const { assertCodeFree } = await import("~/domain/discounts/save-discount.server")
        await assertCodeFree(shop, normalizeCode(code), id || null)
      },
    ],
  },
)

export default function Discount() {
  const { discount, fields, ...form } = useLoaderData<typeof loader>()
  const editor = <DiscountEditor key={discount?.id} values={fields} {...form} />
  if (!discount) return <AdminPage title="New discount">{editor}</AdminPage>
  const link = fields?.code ? ` Its link is ${paths.discountLink(fields.code)}.` : ""
  return (
    <AdminPage
      title="Edit discount"
      lead={`${discountStatusNames[discount.status]}, used ${pluralize(discount.uses, "time")}.${link}`}
      actions={
        <>
          <Link to={paths.copyDiscount(discount.id)}>Duplicate</Link>
          <StaffLink to={paths.auditLog({ subject: discount.id })}>Audit log</StaffLink>
        </>
      }
    >
      {editor}
    </AdminPage>
  )
}
