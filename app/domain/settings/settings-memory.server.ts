import type { Database } from "~db/database.server"
import { VersionedMemory } from "../versioned-memory"
import { emptySettings, type ShopSettings } from "./settings"
import { readNewestSettings } from "./settings-versions.server"

export class SettingsMemory extends VersionedMemory<ShopSettings> {
  constructor(db: Database) {
    super(async () => {
      const { version, settings } = await readNewestSettings({ db })
      return { version, value: settings }
    }, emptySettings)
  }
}
