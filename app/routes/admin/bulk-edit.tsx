// /admin/products/bulk
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { isEmpty } from "~/domain/inventory/bulk-change"
import { editInBulk, previewBulk } from "~/domain/inventory/bulk-edit.server"
import { BulkQuery, SeenProducts } from "~/domain/inventory/bulk-form"
import { form } from "~/http/form.server"
import { formValues } from "~/http/form-values"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { title } from "~/ui/title"
import { AdminPage } from "./admin-page"
import { backOf } from "./back"
import { BulkForm } from "./bulk-form"
import { BulkPreview } from "./bulk-preview"

export const meta = title("Edit products")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const admin = requireAdmin(user)
    const { ids, change, typed, complaints } = BulkQuery.parse(queryOf(url))
    const asked = change && !isEmpty(change) ? change : null
    const rows = await previewBulk(shop, admin, ids, asked)
    return { rows, typed, complaints, back: backOf(url, "/admin/products"), search: url.search }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({ seen: SeenProducts }),
    (scene, { seen }) =>
      orToast(scene, scene.url.pathname + scene.url.search, async () => {
        const { change } = BulkQuery.parse(queryOf(scene.url))
        if (!change || isEmpty(change)) return scene.redirect(scene.url.pathname + scene.url.search)
        const count = await editInBulk(scene.shop, requireAdmin(scene.user), seen, change)
        const words = count === 1 ? "1 product has been updated" : `${count} products have been updated`
        return scene.redirectWithSuccess(backOf(scene.url, "/admin/products"), words)
      }),
    { guard: requireAdmin },
  )
}

/** A query string as a form: a repeated name is a list. */
function queryOf({ searchParams }: URL) {
  const data = new FormData()
  for (const [name, value] of searchParams) data.append(name, value)
  return formValues(data)
}

export default function BulkEdit() {
  const { rows, typed, complaints, back, search } = useLoaderData<typeof loader>()
  const previewed = rows.some((row) => row.after !== undefined)
  return (
    <AdminPage
      title={rows.length === 1 ? "Edit 1 product" : `Edit ${rows.length} products`}
      lead={<Link to={back}>Back to the products</Link>}
    >
      {rows.length > 0 && (
        <BulkForm ids={rows.map((row) => row.product.id)} typed={typed} complaints={complaints} back={back} />
      )}
      <BulkPreview rows={rows} action={previewed ? `/admin/products/bulk${search}` : null} />
    </AdminPage>
  )
}
