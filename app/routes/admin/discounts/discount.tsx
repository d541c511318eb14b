// /admin/discount /admin/discount/:id

import { Link, useLoaderData } from "@remix-run/react"
import { daysOf } from "~/domain/days/shop-days.server"
import { discountStatusNames, normalizeCode } from "~/domain/discounts/discount"
import { DiscountForm, type DiscountRule, discountRecord } from "~/domain/discounts/discount-record"
import { findDiscount } from "~/domain/discounts/discount-table.server"
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
import { DiscountEditor } from "./discount-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ discount }) =>
  discount ? `Edit discount ${discount.name}` : "New discount",
)

/** Without an id, a new discount; with `copy`, it starts with all values of another one except the code. */
export const loader = adminPage(["discounts.see", "discounts.edit"], async ({ shop, actor, params, id, url }) => {
  const options = {
    categories: shop.categories.current.all.map(({ key, name }) => ({ value: key, label: name })),
    zones: shop.settings.current.pricing.zones.map(({ id, name }) => ({ value: id, label: name })),
  }
  const textsOf = (saved: DiscountRule) => discountRecord.textsOf(saved, daysOf(shop))
  if (params.id !== undefined) {
    const saved = await findDiscount(shop, actor, id)
    const { status, uses, name, code } = saved
    return { discount: { id, status, uses, name, code }, form: discountRecord.view(textsOf(saved), { options }) }
  }
  const copied = url.searchParams.get("copy") ?? ""
  const texts = isObjectId(copied)
    ? { ...textsOf(await findDiscount(shop, actor, copied)), code: "" }
    : { kind: "percent", target: "order" }
  return { discount: null, form: discountRecord.view(texts, { options, formKey: newFormKey() }) }
})

export const action = adminForm(
  "discounts.edit",
  DiscountForm,
  async (ctx, fields) => {
    const { saveDiscount } = await import("~/domain/discounts/save-discount.server")
    const isNew = ctx.params.id === undefined
    await saveDiscount(ctx.shop, ctx.actor, isNew ? null : ctx.id, fields, (work) => submitOnce(ctx, work))
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
  const { discount, form } = useLoaderData<typeof loader>()
  const editor = <DiscountEditor key={discount?.id} form={form} />
  if (!discount) return <AdminPage title="New discount">{editor}</AdminPage>
  const link = discount.code ? ` Its link is ${paths.discountLink(discount.code)}.` : ""
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
