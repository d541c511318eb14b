import type { StoredPicture } from "../media/picture"
import { defaultRules, type PricingRules } from "../pricing/rules"

/** What administrators say about the shop itself. An empty text is what they have not said. */
export const emptyFacts = {
  name: "",
  email: "",
  /** As on a letter, with line breaks. */
  address: "",
  telephone: "",
  openingHours: "",
  taxId: "",
  /** How long a delivery takes and how long something may be returned, each in a line beside every product's price. */
  deliveryTime: "",
  returnTerms: "",
  senderName: "",
  senderEmail: "",
  announcement: "",
  announcementLink: "",
  /** Addresses, one a line. */
  socialLinks: "",
}

export type SettingsFacts = typeof emptyFacts

export interface ShopSettings extends SettingsFacts {
  logo: StoredPicture | null
  pricing: PricingRules
}

/** One saved state of the settings; version 0 is a shop about which nothing has been said. */
export interface SettingsVersion {
  version: number
  settings: ShopSettings
  author: string | null
  createdAt: Date | null
  restoredFrom: number | null
}

export const emptySettings: ShopSettings = { ...emptyFacts, logo: null, pricing: defaultRules }

export const factNames = Object.keys(emptyFacts) as (keyof SettingsFacts)[]

/** What the shop is called, and where it can be reached, until an administrator says so. */
export const DEFAULT_NAME = "Counter"
export const DEFAULT_EMAIL = "hello@shop.test"

/** What the page *Shipping and returns* says as it is shipped. */
export const DEFAULT_DELIVERY_TIME = "Usually 3 to 7 working days after dispatch"
export const DEFAULT_RETURN_TERMS = "Returns within 30 days"

/** The lines beside every product's price. */
export function deliveryTermsOf({ deliveryTime, returnTerms }: SettingsFacts) {
  return { deliveryTime: deliveryTime || DEFAULT_DELIVERY_TIME, returnTerms: returnTerms || DEFAULT_RETURN_TERMS }
}

/** The lines of a text that have something on them. */
export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
}
