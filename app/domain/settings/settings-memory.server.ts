import { VersionedMemory } from "~/domain/versions/versioned-memory"
import type { Database } from "~db/database.server"
import { readContract } from "./contract-pages.server"
import { readNewestRules } from "./pricing-versions.server"
import { emptySettings, type ShopSettings } from "./settings"
import { readNewestSettings } from "./settings-versions.server"

/** Adds the versions of settings, of prices and of contract pages, each of which only increases. */
export class SettingsMemory extends VersionedMemory<ShopSettings> {
  constructor(db: Database) {
    super(async () => {
      const [{ version, settings }, prices, contract] = await Promise.all([
        readNewestSettings({ db }),
        readNewestRules({ db }),
        readContract({ db }),
      ])
      return {
        version: version + prices.version + contract.version,
        value: { ...settings, pricing: prices.rules, contract: contract.pages },
      }
    }, emptySettings)
  }
}
