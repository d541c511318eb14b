// /admin/category

import { useLoaderData } from "@remix-run/react"
import { CategoryForm, categoryRecord } from "~/domain/catalog/categories/category-schema"
import { assertNameIsFree, createCategory } from "~/domain/catalog/categories/save-category.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { openTo } from "../return-path"
import { CategoryEditor } from "./category-editor"

export const meta = title("New category")

export const loader = adminPage("products.edit", () => categoryRecord.view({}, { formKey: newFormKey() }))

export const action = adminForm(
  "products.edit",
  CategoryForm,
  async (ctx, { name, body }) => {
    const { shop, actor, files } = ctx
    await createCategory(shop, actor, { name, body, picture: files[0] }, (work) => submitOnce(ctx, work))
    return ctx.redirectWithSuccess(openTo(ctx, "/admin/categories"), "Category created")
  },
  {
    fileField: "picture",
    checks: ({ shop }, { name = "" }) => [() => assertNameIsFree(shop.categories.current.all, name)],
  },
)

export default function NewCategory() {
  const form = useLoaderData<typeof loader>()
  return (
    <AdminPage title="New category">
      <CategoryEditor form={form} />
    </AdminPage>
  )
}
