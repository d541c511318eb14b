import { newObjectId } from "~/domain/object-id.server"
import { defaultRules, type PricingRules } from "~/domain/pricing/rules"
import { readNewestRules } from "~/domain/settings/pricing-versions.server"
import type { Shop } from "~/domain/shop"
import { anAdmin } from "./people.server"

/** Saves the default rules with these changes as the next version. */
export async function setRules(shop: Shop, changes: Partial<PricingRules> = {}): Promise<void> {
  const { version } = await readNewestRules(shop)
  const { id } = await anAdmin(shop)
  await shop.db
    .insertInto("pricing_versions")
    .values({
      version: version + 1,
      id: newObjectId(shop.now()),
      rules: JSON.stringify({ ...defaultRules, ...changes }),
      author_id: id,
    })
    .execute()
  await shop.settings.renew()
}
