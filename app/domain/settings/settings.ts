import type { StoredPicture } from "../media/picture"

/** What administrators say about the shop itself. An empty text is what they have not said. */
export interface SettingsFacts {
  name: string
  email: string
  /** As on a letter, with line breaks. */
  address: string
  telephone: string
  openingHours: string
  taxId: string
  senderName: string
  senderEmail: string
  announcement: string
  announcementLink: string
  /** Addresses, one a line. */
  socialLinks: string
}

export interface ShopSettings extends SettingsFacts {
  logo: StoredPicture | null
}

/** One saved state of the settings; version 0 is a shop about which nothing has been said. */
export interface SettingsVersion {
  version: number
  settings: ShopSettings
  author: string | null
  createdAt: Date | null
  restoredFrom: number | null
}

export const emptyFacts: SettingsFacts = {
  name: "",
  email: "",
  address: "",
  telephone: "",
  openingHours: "",
  taxId: "",
  senderName: "",
  senderEmail: "",
  announcement: "",
  announcementLink: "",
  socialLinks: "",
}

export const emptySettings: ShopSettings = { ...emptyFacts, logo: null }

export const factNames = Object.keys(emptyFacts) as (keyof SettingsFacts)[]

/** What the shop is called, and where it can be reached, while nobody has said so. */
export const DEFAULT_NAME = "Counter"
export const DEFAULT_EMAIL = "hello@shop.test"

/** The lines of a text that have something on them. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
}
