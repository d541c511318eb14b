// /admin/payouts/file

import { exportToBank } from "~/domain/payouts/payout-list.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage(
  "orders.refund",
  (): Confirmation => ({
    title: "Write a bank file?",
    consequence:
      "It contains all payouts in euros that are to be paid and whose account is known, as SEPA credit transfers (pain.001). Upload it at your bank, and mark the payouts as paid once the bank has sent them.",
    confirmLabel: "Write the file",
    back: "/admin/payouts",
  }),
  { proof: "refund.large" },
)

export const action = adminForm(
  "orders.refund",
  noFields,
  async ({ shop, actor, redirect }) => redirect(paths.payoutFile(await exportToBank(shop, actor))),
  { proof: "refund.large", refused: asToast("/admin/payouts") },
)
