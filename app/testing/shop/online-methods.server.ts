import { changeFacts } from "~/domain/settings/change-settings.server"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import type { Shop } from "~/domain/shop"
import { anAdmin } from "./people.server"
import { setRules } from "./pricing-rules.server"

/** Ticks these methods beside cards. */
export async function offerMethods(shop: Shop, onlineMethods: string): Promise<void> {
  const { version: snapshot } = await readNewestSettings(shop)
  await changeFacts(shop, await anAdmin(shop), { snapshot, onlineMethods })
  await shop.settings.renew()
}

export function sellInEuros(shop: Shop): Promise<void> {
  return setRules(shop, { currency: "EUR" })
}
