// /admin/category
import { CategoryForm } from "~/domain/catalog/categories/category-schema"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { openTo } from "~/routes/admin/return-path"
import { title } from "~/ui/shell/title"
import { CategoryEditor } from "./category-editor"

export const meta = title("New category")

export const loader = adminPage("products.edit", () => null)

export const action = adminForm(
  "products.edit",
  CategoryForm,
  async ({ shop, actor, user, files, redirectWithSuccess }, { name, body }) => {
    await createCategory(shop, actor, { name, body, picture: files[0] })
    return redirectWithSuccess(openTo({ user }, "/admin/categories"), "Category created")
  },
  { fileField: "picture" },
)

export default function NewCategory() {
  return (
    <AdminPage title="New category">
      <CategoryEditor />
    </AdminPage>
  )
}
