// /admin/shipping/undo
import { restoreDeleted } from "~/domain/shipping/zones/delete-zone.server"
import { DeletionUndo } from "~/domain/shipping/zones/zone-form"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const SHIPPING = "/admin/shipping"

export const loader = adminPage("shipping.edit", ({ redirect }) => redirect(SHIPPING))

export const action = adminForm(
  "shipping.edit",
  DeletionUndo,
  async ({ shop, actor, redirectWithSuccess }, { version }) => {
    const { zone, name } = await restoreDeleted(shop, actor, version)
    return redirectWithSuccess(paths.shippingZone(zone), `${name} has been restored`)
  },
  { screen: SHIPPING, refused: asToast(SHIPPING) },
)

/** The message after a deletion; null if nothing was deleted */
export function undoOf(version: number | null) {
  return version === null ? undefined : { action: `${SHIPPING}/undo`, fields: { version: String(version) } }
}
