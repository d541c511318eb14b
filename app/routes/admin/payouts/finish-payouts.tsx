// /admin/payouts/done

import { formatMoney } from "~/domain/money/format-money"
import { FinishedPayouts, TickedPayouts } from "~/domain/payouts/payout-filter"
import { findPayouts, finishPayouts } from "~/domain/payouts/payout-list.server"
import { invalid } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import type { Confirmation } from "../confirm-page"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

const LIST = "/admin/payouts"

export const loader = adminPage("orders.refund", async ({ shop, actor, url, redirect }) => {
  const { data, error } = TickedPayouts.safeParse(url.searchParams.getAll("id"))
  if (error) throw invalid(error.issues[0]?.message ?? "Choose the payouts again")
  const payouts = await findPayouts(shop, actor, data)
  if (payouts.length === 0) return redirect(LIST)
  const list = payouts.map(
    ({ payeeName, amount, currency }) => `${payeeName || "unknown"} ${formatMoney(amount, currency)}`,
  )
  return {
    title: `Mark ${pluralize(payouts.length, "payout")} as paid?`,
    consequence: `You have sent this money from your bank: ${list.join(", ")}. The refunds of their orders are then complete.`,
    confirmLabel: "Mark as paid",
    back: LIST,
    fields: payouts.map(({ id }, place) => [`ids[${place}]`, id] as const),
  } satisfies Confirmation
})

export const action = adminForm(
  "orders.refund",
  FinishedPayouts,
  async ({ shop, actor, redirectWithSuccess }, { ids }) => {
    const finished = await finishPayouts(shop, actor, ids)
    return redirectWithSuccess(LIST, `${pluralize(finished, "payout is", "payouts are")} marked as paid`)
  },
  { refused: asToast(LIST) },
)
