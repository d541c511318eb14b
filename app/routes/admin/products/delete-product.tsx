// /admin/product/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { findProduct, softDeleteProduct } from "~/domain/catalog/products.server"
import { confirmDeletion, deleteWithUndo } from "~/routes/admin/deletion.server"
import { title } from "~/ui/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title("Delete product")

export function loader(args: LoaderFunctionArgs) {
  return confirmDeletion(args, "product", async ({ shop, id }) => {
    const { name } = await findProduct(shop, id)
    return `Delete ${name}?`
  })
}

export function action(args: ActionFunctionArgs) {
  return deleteWithUndo(args, "product", ({ shop, actor, id }) => softDeleteProduct(shop, actor, id))
}
