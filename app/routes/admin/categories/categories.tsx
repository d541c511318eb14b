// /admin/categories

import { Link, useLoaderData, useNavigation } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { CategoryMove } from "~/domain/catalog/categories/category-schema"
import { moveCategory } from "~/domain/catalog/categories/save-category.server"
import { viewPicture } from "~/domain/media/picture"
import { listCategories } from "~/domain/search/category-table.server"
import { withCommas } from "~/domain/text/with-commas"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { isDocumentRequest } from "~/http/request/is-document-request"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { ProductPicture } from "~/ui/picture"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { Permitted, RecordLink, StaffButtonLink } from "../permitted/permitted"
import { RowButton } from "../tables/row-button"
import { DeleteCategoryLink } from "./delete-category-link"

const LIST = "/admin/categories"

export const meta = title("Categories")

export const loader = adminPage("products.see", async ({ shop, actor }) => {
  const categories = await listCategories(shop, actor)
  return {
    categories: categories.map(({ id, name, count, picture }) => {
      return { id, name, count, picture: picture && viewPicture(picture, "", shop.media.baseUrl) }
    }),
  }
})

export const action = adminForm(
  "products.edit",
  CategoryMove,
  async ({ shop, actor, request, redirect }, move) => {
    await moveCategory(shop, actor, move)
    return redirect(isDocumentRequest(request) ? `${LIST}#${moveButton(move)}` : LIST)
  },
  { screen: LIST, refused: asToast(LIST) },
)

export default function Categories() {
  const { categories } = useLoaderData<typeof loader>()
  useFocusOnMoved()
  const last = categories.length - 1
  return (
    <AdminPage
      title="Categories"
      lead="Shoppers see them in this order."
      actions={
        <>
          <StaffButtonLink to="/admin/category" small icon="plus">
            New category
          </StaffButtonLink>
          <ButtonLink to="/admin/options" variant="secondary" small>
            Options
          </ButtonLink>
        </>
      }
    >
      <DataTable
        caption="Categories"
        columns={[
          { key: "name", label: "Category" },
          { key: "products", label: "Products", align: "end", narrow: "end" },
          { key: "order", label: "Order", narrow: "plain" },
          { key: "delete", label: "Actions", align: "end", narrow: "plain" },
        ]}
        rows={categories.map(({ id, name, count, picture }, index) => ({
          id,
          name: (
            <div className="row-product">
              {picture && <ProductPicture picture={picture} sizes="2.75rem" upTo={160} alt="" />}
              <RecordLink to={paths.adminCategory(id)}>{name}</RecordLink>
            </div>
          ),
          products: <Link to={paths.adminProducts({ category: name })}>{withCommas(count)}</Link>,
          order: (
            <Permitted needs="products.edit">
              <div className="row-moves">
                {index > 0 && (
                  <RowButton id={moveButton({ id })} fields={{ id, direction: "up" }} name={`Move ${name} up`}>
                    Up
                  </RowButton>
                )}
                {index < last && (
                  <RowButton
                    id={index === 0 ? moveButton({ id }) : undefined}
                    fields={{ id, direction: "down" }}
                    name={`Move ${name} down`}
                  >
                    Down
                  </RowButton>
                )}
              </div>
            </Permitted>
          ),
          delete: <DeleteCategoryLink category={{ id, name }} all={categories} inRow />,
        }))}
        empty={
          <EmptyState title="There are no categories yet" icon="tag">
            Create a category before you add products.
          </EmptyState>
        }
      />
    </AdminPage>
  )
}

/** The id of the first button of a category, which may be the only one */
function moveButton({ id }: { id: string }): string {
  return `move-${id}`
}

/** The first and last categories lack one button, so the other one gets the focus. */
function useFocusOnMoved() {
  const { state, formData } = useNavigation()
  const moved = useRef<string>()
  useEffect(() => {
    const id = formData?.get("id")
    if (typeof id === "string") moved.current = id
    if (state !== "idle" || moved.current === undefined) return
    if (document.activeElement === document.body) document.getElementById(moveButton({ id: moved.current }))?.focus()
    moved.current = undefined
  }, [state, formData])
}
