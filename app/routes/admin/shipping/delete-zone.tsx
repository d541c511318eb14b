// /admin/shipping/:zone/delete
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { deleteMethod, deleteZone } from "~/domain/shipping/zones/delete-zone.server"
import { findMethod, findZone } from "~/domain/shipping/zones/save-zone.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "../confirm-page"
import { consequences } from "../delete-link"
import { undoOf } from "./undo-deletion"

export { ConfirmPage as default, confirmMeta as meta } from "../confirm-page"

/** Deletes the zone, or the method that the query names. */
export const loader = adminPage("shipping.edit", async ({ shop, params, url }): Promise<Confirmation> => {
  const { rules } = await readNewestRules(shop)
  const zone = findZone(rules, params.zone ?? "")
  const methodId = url.searchParams.get("method")
  const method = methodId === null ? undefined : findMethod(zone, methodId)
  return {
    title: `Delete ${method?.name ?? zone.name}?`,
    consequence: consequences[method ? "method" : "zone"],
    confirmLabel: "Delete",
    back: paths.shippingZone(zone.id),
  }
})

export const action = adminForm(
  "shipping.edit",
  noFields,
  async ({ shop, actor, params, url, redirectWithSuccess }) => {
    const zone = params.zone ?? ""
    const method = url.searchParams.get("method")
    if (method === null) {
      const version = await deleteZone(shop, actor, zone)
      return redirectWithSuccess("/admin/shipping", "Zone deleted", undoOf(version))
    }
    const version = await deleteMethod(shop, actor, zone, method)
    return redirectWithSuccess(paths.shippingZone(zone), "Shipping method deleted", undoOf(version))
  },
  { refused: asToast("/admin/shipping") },
)
