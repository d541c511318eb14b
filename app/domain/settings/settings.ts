import type { StoredPicture } from "~/domain/media/picture"
import { defaultRules, type PricingRules } from "~/domain/pricing/rules"

/** An empty text means that it is unset. */
export const emptyFacts = {
  name: "",
  email: "",
  /** The postal address with line breaks */
  address: "",
  telephone: "",
  openingHours: "",
  /** IANA name; UTC if unset */
  timeZone: "",
  taxId: "",
  vatId: "",
  /** A pattern such as `INV-{year}-{number}`; no invoices if unset */
  invoiceNumbers: "",
  creditNoteNumbers: "",
  /** Years after the year of issue */
  invoiceYears: "",
  /** Years; kept forever if unset */
  auditYears: "",
  /** Shown next to every product's price */
  deliveryTime: "",
  returnTerms: "",
  /** The customers who may withdraw by law: all, or `eu` */
  withdrawal: "",
  /** Who pays for the parcel of a withdrawal: `customer` or `shop`; the customer if unset */
  returnCosts: "",
  /** One registration per line, as in `DE packaging: DE1234567890123` */
  registrations: "",
  /** Persons responsible in the EU, with a blank line between them; see `responsible-persons.ts` */
  responsiblePersons: "",
  /** How the shop checks reviews; a shipped sentence if unset */
  reviewChecks: "",
  /** One carrier per line, as in `Post: https://post.example/{number}` */
  carriers: "",
  /** Days after the delivery in which the shop accepts voluntary returns */
  returnDays: "",
  senderName: "",
  senderEmail: "",
  announcement: "",
  announcementLink: "",
  /** One address per line */
  socialLinks: "",
  /** "on": checking out requires an account. */
  accountsOnly: "",
  withoutAgentTools: "",
  /** The day from which staff need a second factor */
  staffFactorsFrom: "",
  /** "on": people may trust a device instead of using a second factor. */
  trustedDevices: "",
  /** Text alternative of the EU's notice on the legal guarantee */
  noticeText: "",
  /** Lines of `duty-rules.ts`; those that are shipped if unset */
  dutyRules: "",
  /** Numbers of the tax consultant and of the client, for DATEV */
  datevConsultant: "",
  datevClient: "",
  /** A day without its year, such as `07-01`; January if unset */
  financialYearStart: "",
  customersAccount: "",
  gatewayAccount: "",
  /** Of the fees of the payment service */
  feesAccount: "",
  /** One account per line, as in `DE 19 8400 3` */
  revenueAccounts: "",
  /** "on": orders may be paid by bank transfer. */
  transfers: "",
  /** Days for which an order waits for its transfer */
  transferDays: "",
  accountHolder: "",
  /** Without spaces */
  iban: "",
  bic: "",
  /** "on": orders may be paid when they are collected. */
  paidOnCollection: "",
  /** "on": orders may be paid when they are delivered. */
  paidOnDelivery: "",
  /** The fee of cash on delivery, such as `5.00`, charged like shipping */
  deliveryFee: "",
  /** Country codes with spaces between them, where cash on delivery is offered; everywhere if unset */
  deliveryCountries: "",
  /** Methods of the payment service beside cards, such as `ideal sepa_debit` */
  onlineMethods: "",
}

export type SettingsFacts = typeof emptyFacts

export type FactorPolicy = Pick<SettingsFacts, "staffFactorsFrom" | "trustedDevices">

export function factorPolicyOf({ staffFactorsFrom, trustedDevices }: FactorPolicy): FactorPolicy {
  return { staffFactorsFrom, trustedDevices }
}

/** The pages that customers agree to */
export const contractPages = ["terms", "shipping-and-returns"] as const
export type ContractPage = (typeof contractPages)[number]

export interface ShopSettings extends SettingsFacts {
  logo: StoredPicture | null
  notice: StoredPicture | null
  pricing: PricingRules
  /** As the owner saved them; a shipped page is absent */
  contract: Partial<Record<ContractPage, { title: string; body: string }>>
}

/** Version 0 is empty settings. */
export interface SettingsVersion {
  version: number
  settings: ShopSettings
  author: string | null
  createdAt: Date | null
  restoredFrom: number | null
}

export const emptySettings: ShopSettings = {
  ...emptyFacts,
  logo: null,
  notice: null,
  pricing: defaultRules,
  contract: {},
}

export const factNames = Object.keys(emptyFacts) as (keyof SettingsFacts)[]
export const pictureNames = ["logo", "notice"] as const

export const MAX_NOTICE_TEXT = 3_000

export const DEFAULT_NAME = "Counter"
export const DEFAULT_EMAIL = "hello@shop.test"

export const DEFAULT_DELIVERY_TIME = "Usually 3 to 7 working days after dispatch"
export const DEFAULT_RETURN_TERMS = "Returns within 30 days"

/** True for every shop: a review needs an account and no purchase, and moderation does not depend on its rating. */
export const DEFAULT_REVIEW_CHECKS =
  "Anyone with an account can write one review of a product. We do not check whether its author has bought the product. We remove reviews that are unlawful, insulting or advertising, but none for being negative."

const DEFAULT_RETURN_DAYS = 30

/** 0 if the shop accepts no returns beyond the right of withdrawal */
export function returnDaysOf({ returnDays }: Pick<SettingsFacts, "returnDays">): number {
  return returnDays === "" ? DEFAULT_RETURN_DAYS : Number(returnDays)
}

export function deliveryTermsOf({ deliveryTime, returnTerms }: SettingsFacts) {
  return { deliveryTime: deliveryTime || DEFAULT_DELIVERY_TIME, returnTerms: returnTerms || DEFAULT_RETURN_TERMS }
}

export function areGuestsWelcome({ accountsOnly }: SettingsFacts): boolean {
  return accountsOnly !== "on"
}

export function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
}
