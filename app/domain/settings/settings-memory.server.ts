import type { Database } from "~db/database.server"
import { emptySettings, type ShopSettings } from "./settings"
import { readNewestSettings } from "./settings-versions.server"

/** Is available while the database is not. */
export class SettingsMemory {
  #settings = emptySettings
  #version = -1

  constructor(private readonly db: Database) {}

  get current(): ShopSettings {
    return this.#settings
  }

  /** Includes what was committed before this call. */
  async renew(): Promise<void> {
    const { version, settings } = await readNewestSettings({ db: this.db })
    // The later response of two concurrent reads may be older.
    if (version < this.#version) return
    this.#version = version
    this.#settings = settings
  }

  async renewTo(version: number): Promise<void> {
    if (this.#version < version) await this.renew()
  }
}
