// /admin/products/bulk

import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { productEditing } from "~/domain/accounts/permission"
import { isEmptyChange } from "~/domain/product-table/bulk-edit/bulk-change"
import { bulkEditQuery, ProductSnapshots } from "~/domain/product-table/bulk-edit/bulk-edit-schema"
import { FormKey } from "~/domain/records/form-key"
import type { Shop } from "~/domain/shop"
import { pluralize } from "~/domain/text/pluralize"
import { formToObject } from "~/http/bodies/field-names"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { Refusal } from "~/ui/form/refusal"
import { useFormResult } from "~/ui/form/use-form-result"
import { GetForm } from "~/ui/lists/get-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { returnPath } from "../return-path"
import { BulkFields } from "./bulk-fields"
import { BulkPreview } from "./bulk-preview"

export const meta = title("Edit products")

export const loader = adminPage(productEditing, async ({ shop, actor, user, url }) => {
  const { ids, change, typed, errors } = queryOf(shop, url)
  const asked = change && !isEmptyChange(change) ? change : null
  const { previewBulkEdit } = await import("~/domain/product-table/bulk-edit/bulk-edit.server")
  const rows = await previewBulkEdit(shop, actor, ids, asked)
  return {
    rows,
    categories: shop.categories.current.names,
    status: asked?.status,
    typed,
    errors,
    back: returnPath({ user, url }, "/admin/products"),
    search: url.search,
    formKey: newFormKey(),
  }
})

export const action = adminForm(
  productEditing,
  z.object({ snapshot: ProductSnapshots, formKey: FormKey }),
  async (ctx, { snapshot }) => {
    const { change } = queryOf(ctx.shop, ctx.url)
    if (!change || isEmptyChange(change)) return ctx.redirect(previewPath(ctx))
    const { applyBulkEdit } = await import("~/domain/product-table/bulk-edit/bulk-edit.server")
    await submitOnce(ctx, (tx) => applyBulkEdit(tx, ctx.actor, snapshot, change))
    const words = `${pluralize(snapshot.length, "product has", "products have")} been updated`
    return ctx.redirectWithSuccess(returnPath(ctx, "/admin/products"), words)
  },
  { refused: asToast(previewPath), draft: "reason" },
)

function queryOf(shop: Shop, url: URL) {
  return bulkEditQuery(shop.categories.current).parse(formToObject(url.searchParams))
}

function previewPath({ url }: { url: URL }): string {
  return url.pathname + url.search
}

export default function BulkEdit() {
  const { rows, categories, status, typed, errors, back, search, formKey } = useLoaderData<typeof loader>()
  const previewed = rows.some((row) => row.after !== undefined)
  return (
    <AdminPage
      title={`Edit ${pluralize(rows.length, "product")}`}
      lead={<StaffLink to={back}>Back to the products</StaffLink>}
    >
      <Refusal id="bulk" result={useFormResult<typeof action>()} />
      {rows.length > 0 && (
        // A GET form, because nothing changes before the preview
        <GetForm
          tool={{
            name: "preview_changes",
            description: "Shows what a change would do to all products of this page",
            submits: true,
          }}
          action="/admin/products/bulk"
          className="panel"
          preventScrollReset
        >
          <input type="hidden" name="back" value={back} />
          {rows.map(({ product: { id } }) => (
            <input key={id} type="hidden" name="id" value={id} />
          ))}
          <BulkFields categories={categories} typed={typed} errors={errors} />
        </GetForm>
      )}
      <BulkPreview rows={rows} action={previewed ? paths.bulkEdit(search) : null} formKey={formKey} status={status} />
    </AdminPage>
  )
}
