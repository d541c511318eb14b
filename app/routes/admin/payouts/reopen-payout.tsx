// /admin/payout/:id/reopen

import { formatMoney } from "~/domain/money/format-money"
import { findPayout, restorePayout } from "~/domain/payouts/payout-list.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage("orders.refund", async ({ shop, actor, id }): Promise<Confirmation> => {
  const { amount, currency } = await findPayout(shop, actor, id)
  return {
    title: `Open the payout of ${formatMoney(amount, currency)} again?`,
    consequence: "It is among the money to pay back again.",
    confirmLabel: "Open it again",
    back: paths.payout(id),
  }
})

export const action = adminForm(
  "orders.refund",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await restorePayout(shop, actor, id)
    return redirectWithSuccess(paths.payout(id), "The payout is open again")
  },
  { refused: asToast(({ id }: FormContext<unknown>) => paths.payout(id)) },
)
