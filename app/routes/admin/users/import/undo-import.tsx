// /admin/users/import/:id/undo
import { customerImporting } from "~/domain/accounts/permission"
import { findCustomerImport } from "~/domain/customers/import/customer-imports.server"
import { startUndo } from "~/domain/customers/import/undo-import.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../../confirm-page"

export const loader = adminPage(customerImporting, async ({ shop, actor, id }): Promise<Confirmation> => {
  const { fileName } = await findCustomerImport(shop, actor, id)
  return {
    title: `Take back the import of ${fileName}?`,
    consequence: "New accounts are deleted, and those that existed before lose what was added.",
    confirmLabel: "Take it back",
    back: paths.customerImport(id),
  }
})

export const action = adminForm(
  customerImporting,
  noFields,
  async ({ shop, actor, id, redirect }) => {
    await startUndo(shop, actor, id)
    return redirect(paths.customerImport(id))
  },
  { proof: "people.import", refused: asToast(({ id }: FormContext<unknown>) => paths.customerImport(id)) },
)
