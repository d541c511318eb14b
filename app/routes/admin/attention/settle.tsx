// /admin/attention/:kind/:id

import type { Staff } from "~/domain/accounts/actor"
import { retryMail } from "~/domain/mail/failed-mails.server"
import { resolveIncident } from "~/domain/payments/incident-list.server"
import { amountOfRetry, retryRefund } from "~/domain/refunds/retry-refund.server"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"

export { RouteError as ErrorBoundary } from "~/ui/shell/route-error"
export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

const LIST = "/admin/attention"

/** Continues a large refund after its confirmation; everything else happens in the list. */
export const loader = adminPage("attention.settle", async ({ shop, actor, id, params, redirect }) => {
  const amount = params.kind === "refund" ? await amountOfRetry(shop, actor, id) : 0
  if (amount === 0) return redirect(LIST)
  const money = formatAmount(shop, amount)
  return {
    title: `Refund ${money} again?`,
    consequence: `We will ask the payment service again to refund ${money}.`,
    confirmLabel: `Refund ${money}`,
    back: LIST,
  } satisfies Confirmation
})

export const action = adminForm(
  "attention.settle",
  noFields,
  async ({ shop, actor, id, params, redirectWithSuccess }) => {
    const settlement = settlements.get(params.kind)
    if (!settlement) throw notFound("There is no such screen")
    await settlement.settle(shop, actor, id)
    return redirectWithSuccess(LIST, settlement.success)
  },
  {
    screen: ({ params: { kind, id = "" } }) => (kind === "refund" ? paths.settle(kind, id) : LIST),
    refused: asToast(LIST),
  },
)

interface Settlement {
  settle: (shop: Shop, staff: Staff<"attention.settle">, id: string) => Promise<void>
  success: string
}

const settlements = new Map<string | undefined, Settlement>([
  ["payment", { settle: resolveIncident, success: "Marked as resolved" }],
  ["refund", { settle: retryRefund, success: "Refund requested again" }],
  ["mail", { settle: retryMail, success: "The email will be sent again" }],
])
