import type { Database } from "~db/database.server"
import { emptySettings, type ShopSettings } from "./settings"
import { readNewestSettings } from "./settings-versions.server"

/**
 * The shop's settings as this process knows them: read once, and again only when there are newer ones. What is remembered
 * is always something, also while the database is away.
 */
export class SettingsMemory {
  #settings = emptySettings
  #version = -1

  constructor(private readonly db: Database) {}

  get current(): ShopSettings {
    return this.#settings
  }

  /** Whatever was committed before this call is known after it. */
  async renew(): Promise<void> {
    const { version, settings } = await readNewestSettings({ db: this.db })
    // Of two who read at once, the later answer may be the older one.
    if (version < this.#version) return
    this.#version = version
    this.#settings = settings
  }

  /** The same for callers that know the newest version already: settings are read only when they are older. */
  async renewTo(version: number): Promise<void> {
    if (this.#version < version) await this.renew()
  }
}
