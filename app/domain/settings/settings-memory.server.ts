import type { Database } from "~db/database.server"
import { emptySettings, type ShopSettings } from "./settings"
import { readNewestSettings } from "./settings-versions.server"

/**
 * The shop's settings as this process knows them: read once, and again only when somebody has reason to believe that they
 * have changed. What is remembered is always something, also while the database is away.
 */
export class SettingsMemory {
  #settings = emptySettings
  /** Null when something may have changed since it was read. */
  #version: number | null = null
  #doubts = 0

  constructor(private readonly db: Database) {}

  get current(): ShopSettings {
    return this.#settings
  }

  /** Something has changed, and it may be this. */
  doubt(): void {
    this.#version = null
    this.#doubts++
  }

  /** Whatever was committed before this call is known after it. */
  async renew(): Promise<void> {
    const doubts = this.#doubts
    const { version, settings } = await readNewestSettings({ db: this.db })
    // What was read before the doubt came up may be older than what the doubt is about.
    if (doubts !== this.#doubts || version < (this.#version ?? 0)) return
    this.#version = version
    this.#settings = settings
  }

  /** The same for who knows the newest version already: it is read only where it is news. */
  async renewTo(version: number): Promise<void> {
    if (this.#version === null || this.#version < version) await this.renew()
  }

  /** The same for who has just been told of every change. */
  async renewInDoubt(): Promise<void> {
    while (this.#version === null) await this.renew()
  }
}
