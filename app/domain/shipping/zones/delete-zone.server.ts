import type { PricingRules, ShippingMethod, Zone } from "~/domain/pricing/rules"
import { changeRules } from "~/domain/settings/change-rules.server"
import { findRules } from "~/domain/settings/pricing-versions.server"
import type { Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import { changeMethods, findZone, placeMethod, placeZone, type ShippingEditor, zoneTexts } from "./save-zone.server"

/** Returns the version by which the deletion can be undone. */
export function deleteZone(shop: Shop, staff: ShippingEditor, id: string): Promise<number | null> {
  return changeZone(shop, staff, id, (rules) => {
    findZone(rules, id)
    return { ...rules, zones: rules.zones.filter((zone) => zone.id !== id) }
  })
}

/** Returns the version by which the deletion can be undone; null if it was already deleted. */
export function deleteMethod(shop: Shop, staff: ShippingEditor, zone: string, id: string): Promise<number | null> {
  return changeMethods(shop, staff, { zone, id }, (methods) => methods.filter((method) => method.id !== id))
}

/**
 * Restores the zone or the method that was deleted in this version; idempotent.
 * @throws ShopError `notFound` if none was, `invalid` if its places or its name are in use again
 */
export async function restoreDeleted(
  shop: Shop,
  staff: ShippingEditor,
  version: number,
): Promise<{ zone: string; name: string }> {
  const { zone, method, at } = deletedIn(await findRules(shop, version - 1), await findRules(shop, version))
  if (method)
    await changeMethods(shop, staff, { zone: zone.id, id: method.id }, (methods) =>
      isIn(methods, method) ? methods : placeMethod(methods, method, at),
    )
  else await changeZone(shop, staff, zone.id, (rules) => (isIn(rules.zones, zone) ? rules : placeZone(rules, zone, at)))
  return { zone: zone.id, name: method?.name ?? zone.name }
}

function deletedIn(before: PricingRules, after: PricingRules): { zone: Zone; method?: ShippingMethod; at: number } {
  for (const [at, zone] of before.zones.entries()) {
    const left = after.zones.find(({ id }) => id === zone.id)
    if (!left) return { zone, at }
    const gone = zone.methods.findIndex((method) => !isIn(left.methods, method))
    if (gone >= 0) return { zone, method: zone.methods[gone], at: gone }
  }
  throw notFound("There is nothing to undo")
}

function isIn(items: readonly { id: string }[], { id }: { id: string }): boolean {
  return items.some((item) => item.id === id)
}

function changeZone(
  shop: Shop,
  staff: ShippingEditor,
  id: string,
  edit: (rules: PricingRules) => PricingRules,
): Promise<number | null> {
  return changeRules(shop, staff, {
    event: "shipping.updated",
    what: "zone",
    snapshot: null,
    textsOf: (rules) => zoneTexts(rules.zones.find((zone) => zone.id === id)),
    edit,
  })
}
