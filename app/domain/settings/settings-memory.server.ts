import { VersionedMemory } from "~/domain/versions/versioned-memory"
import type { Database } from "~db/database.server"
import { readNewestRules } from "./pricing-versions.server"
import { emptySettings, type ShopSettings } from "./settings"
import { readNewestSettings } from "./settings-versions.server"

/** Adds the versions of settings and of prices, each of which only increases. */
export class SettingsMemory extends VersionedMemory<ShopSettings> {
  constructor(db: Database) {
    super(async () => {
      const [{ version, settings }, prices] = await Promise.all([readNewestSettings({ db }), readNewestRules({ db })])
      return {
        version: version + prices.version,
        value: { ...settings, pricing: prices.rules },
      }
    }, emptySettings)
  }
}
