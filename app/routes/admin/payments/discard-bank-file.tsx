// /admin/payments/file/:id/discard

import { discardBankFile, findBankFile } from "~/domain/bank-files/bank-files.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage("orders.refund", async ({ shop, actor, id }): Promise<Confirmation> => {
  const { fileName } = await findBankFile(shop, actor, id)
  return {
    title: `Discard the bank file ${fileName}?`,
    consequence: "Its entries are removed. It can be read again later.",
    confirmLabel: "Discard the file",
    back: paths.bankFile(id),
  }
})

export const action = adminForm(
  "orders.refund",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await discardBankFile(shop, actor, id)
    return redirectWithSuccess("/admin/payments/import", "The bank file is discarded")
  },
  { refused: asToast(({ id }: FormContext<unknown>) => paths.bankFile(id)) },
)
