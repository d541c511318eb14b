// /admin/category/:id/delete
import { useLoaderData } from "@remix-run/react"
import { findCategory, hasProducts } from "~/domain/catalog/categories/category-rows.server"
import { CategoryDeletion } from "~/domain/catalog/categories/category-schema"
import { softDeleteCategory } from "~/domain/catalog/categories/delete-category.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { consequences } from "../delete-link"
import { undoAction } from "../return-path"

const LIST = "/admin/categories"

export const meta = title<typeof loader>(({ name }) => `Delete ${name}?`)

export const loader = adminPage(["products.see", "products.edit"], async ({ shop, actor, id }) => {
  const category = findCategory(shop, actor, id)
  const others = shop.categories.current.all.filter((other) => other.id !== id)
  return {
    name: category.name,
    isEmpty: !(await hasProducts(shop, category)),
    others: others.map(({ id, name }) => ({ value: id, label: name })),
  }
})

export const action = adminForm(
  "products.edit",
  CategoryDeletion,
  async ({ shop, actor, id, redirectWithSuccess }, { successor }) => {
    await softDeleteCategory(shop, actor, id, successor || null)
    return redirectWithSuccess(LIST, "Category has been deleted", undoAction("category", id, LIST))
  },
)

export default function DeleteCategory() {
  const { name, isEmpty, others } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<{ successor: string }>({ id: "delete-category" })
  return (
    <AdminPage title={`Delete ${name}?`} lead={consequences.category}>
      <ShopForm
        tool={{ name: "delete_category", description: "Deletes the category and moves its products" }}
        form={form}
      >
        <SelectField
          of={fields.successor}
          label="Move its products to"
          placeholder={isEmpty ? "No other category" : "Choose category"}
          options={others}
          required={!isEmpty}
        />
        <SubmitOrCancel variant="danger" cancel={LIST} cancelVariant="secondary">
          Delete
        </SubmitOrCancel>
      </ShopForm>
    </AdminPage>
  )
}
