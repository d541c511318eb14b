// /admin/products/import/:id/undo
import { productEditing } from "~/domain/accounts/permission"
import { findImport } from "~/domain/product-table/import/imports.server"
import { describeUndo } from "~/domain/product-table/import/product-import"
import { countUndo, startUndo } from "~/domain/product-table/import/undo-import.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(productEditing, async ({ shop, actor, id }): Promise<Confirmation> => {
  const { fileName } = await findImport(shop, actor, id)
  return {
    title: `Take back the import of ${fileName}?`,
    consequence: describeUndo(await countUndo(shop, actor, id)),
    confirmLabel: "Take it back",
    back: paths.productImport(id),
  }
})

export const action = adminForm(
  productEditing,
  noFields,
  async ({ shop, actor, id, redirect }) => {
    await startUndo(shop, actor, id)
    return redirect(paths.productImport(id))
  },
  { refused: asToast(({ id }: FormContext<unknown>) => paths.productImport(id)) },
)
