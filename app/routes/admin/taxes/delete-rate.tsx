// /admin/taxes/rate/delete
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { rateLine } from "~/domain/taxes/rate-changes.server"
import { deleteRate, findRate } from "~/domain/taxes/save-taxes.server"
import { rateKey } from "~/domain/taxes/tax-rate"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"
import { consequences } from "../delete-link"
import { openTo } from "../return-path"
import { undoOf } from "./undo-taxes"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

export const loader = adminPage("taxes.edit", async ({ shop, url, redirect }) => {
  const key = url.searchParams.get("rate")
  if (key === null) return redirect("/admin/taxes")
  const rate = findRate((await readNewestRules(shop)).rules, key)
  return {
    title: "Delete this rate?",
    consequence: `${rateLine(rate)}. ${consequences.rate}`,
    confirmLabel: "Delete",
    back: paths.taxRate(rateKey(rate)),
  } satisfies Confirmation
})

export const action = adminForm(
  "taxes.edit",
  noFields,
  async ({ shop, actor, user, url, redirectWithSuccess }) => {
    const version = await deleteRate(shop, actor, url.searchParams.get("rate") ?? "")
    return redirectWithSuccess(openTo({ user }, "/admin/taxes"), "Rate deleted", undoOf(version))
  },
  { proof: "taxes.change", refused: asToast("/admin/taxes") },
)
