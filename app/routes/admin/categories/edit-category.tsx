// /admin/category/:id

import { Link, useLoaderData } from "@remix-run/react"
import { findCategory } from "~/domain/catalog/categories/category-rows.server"
import { CategoryForm, categoryRecord, categoryTexts } from "~/domain/catalog/categories/category-schema"
import { assertNameIsFree, updateCategory } from "~/domain/catalog/categories/save-category.server"
import { viewPicture } from "~/domain/media/picture"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { CategoryEditor } from "./category-editor"
import { DeleteCategoryLink } from "./delete-category-link"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ name }) => `Edit category ${name}`)

export const loader = adminPage(["products.see", "products.edit"], ({ shop, actor, id }) => {
  const { picture, ...category } = findCategory(shop, actor, id)
  const { pictures, ...texts } = categoryTexts({ ...category, pictureId: picture?.id ?? null })
  return {
    id,
    all: shop.categories.current.all.map(({ id, name }) => ({ id, name })),
    name: category.name,
    form: categoryRecord.view(texts, { snapshot: { ...texts, pictures } }),
    picture: picture && viewPicture(picture, "", shop.media.baseUrl),
  }
})

export const action = adminForm(
  "products.edit",
  CategoryForm,
  async ({ shop, actor, id, files, redirectWithSuccess }, { withoutPicture, ...fields }) => {
    const picture = files[0] ?? (withoutPicture ? null : undefined)
    await updateCategory(shop, actor, id, { ...fields, picture })
    return redirectWithSuccess("/admin/categories", "Category saved")
  },
  {
    fileField: "picture",
    refusalData: staleFieldsOf,
    checks: ({ shop, id }, { name = "" }) => [
      () =>
        assertNameIsFree(
          shop.categories.current.all.filter((other) => other.id !== id),
          name,
        ),
    ],
  },
)

export default function EditCategory() {
  const { id, all, name, form, picture } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Edit category"
      lead={<Link to={paths.products({ category: name })}>{name}</Link>}
      actions={
        <>
          <Link to={paths.adminProducts({ category: name })}>Products</Link>
          <StaffLink to={paths.auditLog({ subject: id })}>Audit log</StaffLink>
          <DeleteCategoryLink category={{ id, name }} all={all} />
        </>
      }
    >
      <CategoryEditor key={id} form={form} picture={picture} />
    </AdminPage>
  )
}
