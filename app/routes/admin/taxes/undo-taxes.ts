// /admin/taxes/undo
import { undoTaxes } from "~/domain/taxes/save-prices.server"
import { TaxUndo } from "~/domain/taxes/tax-forms"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const TAXES = "/admin/taxes"

export const loader = adminPage([], ({ redirect }) => redirect(TAXES))

export const action = adminForm(
  "taxes.edit",
  TaxUndo,
  async ({ shop, actor, redirectWithSuccess }, { version }) => {
    await undoTaxes(shop, actor, version)
    return redirectWithSuccess(TAXES, "The taxes have been restored")
  },
  { proof: "taxes.change", screen: TAXES, refused: asToast(TAXES) },
)

/** The message after a change; null if nothing has changed */
export function undoOf(version: number | null) {
  return version === null ? undefined : { action: `${TAXES}/undo`, fields: { version: String(version) } }
}
