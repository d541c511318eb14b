// /admin/shipping/:zone/delete
import { z } from "zod"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import { deleteMethod, deleteZone } from "~/domain/shipping/zones/delete-zone.server"
import { findMethod, findZone } from "~/domain/shipping/zones/save-zone.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import type { Confirmation } from "~/routes/admin/confirm-page"
import { undoOf } from "./undo-deletion"

export { ConfirmPage as default, confirmMeta as meta } from "~/routes/admin/confirm-page"

/** Deletes the zone, or the method that the query names. */
export const loader = adminPage("shipping.edit", async ({ shop, params, url }): Promise<Confirmation> => {
  const { rules } = await readNewestRules(shop)
  const zone = findZone(rules, params.zone ?? "")
  const methodId = url.searchParams.get("method")
  const method = methodId === null ? undefined : findMethod(zone, methodId)
  return {
    title: `Delete ${method?.name ?? zone.name}?`,
    consequence: method
      ? "It is no longer offered. Orders that were placed with it keep it."
      : "Its places belong to the next zone that names them, or nothing is shipped there. Orders keep what was agreed.",
    confirmLabel: "Delete",
    back: paths.shippingZone(zone.id),
    fields: method && [["method", method.id]],
  }
})

export const action = adminForm(
  "shipping.edit",
  z.object({ method: z.string().max(64, "Please load the page again").optional() }),
  async ({ shop, actor, params, redirectWithSuccess }, { method }) => {
    const zone = params.zone ?? ""
    if (method === undefined) {
      const version = await deleteZone(shop, actor, zone)
      return redirectWithSuccess("/admin/shipping", "Zone deleted", undoOf(version))
    }
    const version = await deleteMethod(shop, actor, zone, method)
    return redirectWithSuccess(paths.shippingZone(zone), "Shipping method deleted", undoOf(version))
  },
  { refused: asToast("/admin/shipping") },
)
