import type { Day } from "~/domain/days/days"
import { registrationsOf } from "~/domain/settings/registrations"
import type { ShopSettings } from "~/domain/settings/settings"
import { consumerLawOf, consumerLawsOf, sendsToEu } from "./consumer-law"
import { isInEu } from "./eu"

/** The state of a shop that rules are evaluated for */
export interface LawFacts {
  settings: ShopSettings
  /** Placeholders of pages that are not filled in */
  open: Record<"imprint" | "accessibility" | "privacy" | "terms" | "shipping", number>
  /** The texts of imprint and terms, in Markdown */
  texts: string
  /** Public products whose manufacturer's name, address or contact is missing */
  unnamedMakers: number
}

/** `eu` and `uk` are the areas of their consumer laws; others are ISO codes of countries. */
type Area = "eu" | "uk" | "DE" | "FR" | "US"

export interface LawRule {
  id: string
  title: string
  /** What the law asks for, or what the shop already does */
  text: string
  source: { name: string; url: string }
  area: Area
  /** The first day on which it applies */
  since: Day
  /** A condition that the shop cannot know, such as “you sell electrical equipment” */
  onlyIf?: string
  applies?: (facts: LawFacts) => boolean
  /** Returns what is empty, as sentences without their full stop; absent if there is nothing to fill in. */
  missing?: (facts: LawFacts) => string[]
  /** Where to fill it in */
  at?: { path: string; label: string }
  /** Whether *Attention* has a warning of its own about it */
  isWarnedOf?: boolean
}

const SETTINGS = { path: "/admin/settings", label: "Settings" }
const DUTIES = { path: "/admin/settings/duties", label: "Duties" }
const CRD = { name: "Directive 2011/83/EU", url: "http://data.europa.eu/eli/dir/2011/83/oj" }
const OMNIBUS = { name: "Directive (EU) 2019/2161", url: "http://data.europa.eu/eli/dir/2019/2161/oj" }
const SAFETY = { name: "Regulation (EU) 2023/988", url: "http://data.europa.eu/eli/reg/2023/988/oj" }
const of = ({ name, url }: LawRule["source"], articles: string) => ({ name: `${name}, ${articles}`, url })

const unset = (text: string, sentence: string) => (text === "" ? [sentence] : [])
const openPlaces = (count: number, page: string) => (count > 0 ? [`The page ${page} has places to fill in`] : [])

const seller = ({ settings: { address, telephone, returnCosts } }: LawFacts) => [
  ...unset(address, "The postal address is empty"),
  ...unset(telephone, "The telephone number is empty"),
  ...unset(returnCosts, "It is not decided who pays for returns"),
]

const registered = (country: string, kind: string, sentence: string) => {
  return ({ settings }: LawFacts) =>
    registrationsOf(settings).some((one) => one.country === country && one.kind === kind) ? [] : [sentence]
}

const namesCountry = ({ pricing }: ShopSettings, is: (country: string) => boolean) =>
  pricing.zones.some(({ places }) => places.some(({ country }) => is(country)))

/** To add a rule, add an entry here and its case in the test. */
export const lawRules: readonly LawRule[] = [
  {
    id: "withdrawal-instructions",
    title: "Instructions on withdrawal and the model form",
    text: "Confirmations carry the instructions, the form and the terms. If they are missing or incomplete, customers may withdraw for twelve more months.",
    source: of(CRD, "articles 6(1)(h), 8(7) and 10"),
    area: "eu",
    since: "2014-06-13",
    missing: seller,
    at: SETTINGS,
  },
  {
    id: "agreed-terms",
    title: "The terms in the confirmation",
    text: "Confirmations carry the pages Terms and Shipping and returns, and orders keep them as they were agreed.",
    source: of(CRD, "article 8(7)"),
    area: "eu",
    since: "2014-06-13",
    missing: ({ open }) => [...openPlaces(open.terms, "Terms"), ...openPlaces(open.shipping, "Shipping and returns")],
    at: { path: "/admin/pages", label: "Pages" },
  },
  {
    id: "withdrawal-in-the-eea",
    title: "The right of withdrawal in Iceland, Liechtenstein and Norway",
    text: "Customers there have the same right as in the EU.",
    source: of(CRD, "article 9, with annex XIX of the EEA Agreement"),
    area: "eu",
    since: "2014-06-13",
    applies: ({ settings }) => namesCountry(settings, (country) => ["IS", "LI", "NO"].includes(country)),
    missing: ({ settings }) =>
      settings.withdrawal === "eu" ? ["The settings grant the right to addresses in the EU only"] : [],
    at: SETTINGS,
  },
  {
    id: "withdrawal-function",
    title: "The withdrawal function",
    text: "Every page links to the form “Withdraw from contract here”, which confirms the receipt by email.",
    source: {
      name: "Directive (EU) 2023/2673, article 11a of Directive 2011/83/EU",
      url: "http://data.europa.eu/eli/dir/2023/2673/oj",
    },
    area: "eu",
    since: "2026-06-19",
  },
  {
    id: "uk-cancellation",
    title: "The right to cancel in the United Kingdom",
    text: "Confirmations of orders to the UK carry its own instructions and form.",
    source: {
      name: "Consumer Contracts Regulations 2013, regulations 13, 16, 29 and 31",
      url: "https://www.legislation.gov.uk/uksi/2013/3134",
    },
    area: "uk",
    since: "2014-06-13",
    missing: (facts) => [
      ...(facts.settings.withdrawal === "eu" ? ["The settings grant the right to addresses in the EU only"] : []),
      ...seller(facts),
    ],
    at: SETTINGS,
  },
  {
    id: "legal-guarantee",
    title: "The notice on the legal guarantee",
    text: "Shops show the EU’s notice, and remind of the guarantee in confirmations.",
    source: {
      name: "Directive (EU) 2024/825, articles 6(1)(l) and 22a of Directive 2011/83/EU",
      url: "http://data.europa.eu/eli/dir/2024/825/oj",
    },
    area: "eu",
    since: "2026-09-27",
    applies: ({ settings }) => sendsToEu(settings.pricing),
    missing: ({ settings }) => (settings.notice === null ? ["The notice is not uploaded"] : []),
    at: { path: "/admin/settings/legal-guarantee", label: "Legal guarantee" },
    isWarnedOf: true,
  },
  {
    id: "manufacturer",
    title: "The manufacturer beside every product",
    text: "An offer names the manufacturer, with a postal address and an email or web address.",
    source: of(SAFETY, "article 19"),
    area: "eu",
    since: "2024-12-13",
    missing: ({ unnamedMakers }) => (unnamedMakers > 0 ? ["Products do not name their manufacturer"] : []),
    at: { path: "/admin/products", label: "Products" },
    isWarnedOf: true,
  },
  {
    id: "responsible-person",
    title: "A responsible person in the EU",
    text: "An offer of a product whose manufacturer is not in the EU also names a person there, with the same details.",
    source: of(SAFETY, "articles 16 and 19"),
    area: "eu",
    since: "2024-12-13",
    onlyIf: "you sell products of manufacturers outside the EU",
    missing: ({ settings }) => unset(settings.responsiblePersons, "No responsible person is entered"),
    at: SETTINGS,
  },
  {
    id: "imprint",
    title: "Who runs the shop",
    text: "The imprint names the shop, its address and its registers.",
    source: { name: "Directive 2000/31/EC, article 5", url: "http://data.europa.eu/eli/dir/2000/31/oj" },
    area: "eu",
    since: "2002-01-17",
    missing: ({ open }) => openPlaces(open.imprint, "Imprint"),
    at: { path: "/admin/page/imprint", label: "Imprint" },
    isWarnedOf: true,
  },
  {
    id: "privacy",
    title: "Information about personal data",
    text: "The page Privacy says which data the shop keeps, why and for how long.",
    source: { name: "Regulation (EU) 2016/679, article 13", url: "http://data.europa.eu/eli/reg/2016/679/oj" },
    area: "eu",
    since: "2018-05-25",
    missing: ({ open }) => openPlaces(open.privacy, "Privacy"),
    at: { path: "/admin/page/privacy", label: "Privacy" },
  },
  {
    id: "dispute-platform",
    title: "No link to the closed dispute platform",
    text: "The EU closed its platform for online disputes, so texts must no longer link to it.",
    source: { name: "Regulation (EU) 2024/3228", url: "http://data.europa.eu/eli/reg/2024/3228/oj" },
    area: "eu",
    since: "2025-07-20",
    missing: ({ texts }) =>
      texts.includes("ec.europa.eu/consumers/odr") || texts.includes("ec.europa.eu/odr")
        ? ["The imprint or the terms link to it"]
        : [],
    at: { path: "/admin/pages", label: "Pages" },
  },
  {
    id: "review-checks",
    title: "How reviews are checked",
    text: "Product pages say whether and how the shop checks that reviews come from buyers. Change the sentence if you do more.",
    source: of(OMNIBUS, "article 7(6) of Directive 2005/29/EC"),
    area: "eu",
    since: "2022-05-28",
    at: SETTINGS,
  },
  {
    id: "prior-price",
    title: "The lowest price of 30 days beside a reduced one",
    text: "Product pages, lists and the cart show it by themselves.",
    source: of(OMNIBUS, "article 6a of Directive 98/6/EC"),
    area: "eu",
    since: "2022-05-28",
  },
  {
    id: "unit-price",
    title: "The price of a unit",
    text: "Offers by weight, volume, length or area also name the price of a kilogram, litre, metre or square metre, which the shop computes from the contents of a product.",
    source: { name: "Directive 98/6/EC, articles 2(b) and 3", url: "http://data.europa.eu/eli/dir/1998/6/oj" },
    area: "eu",
    since: "2000-03-18",
    onlyIf: "you sell goods by weight, volume, length or area",
    at: { path: "/admin/products", label: "Products" },
  },
  {
    id: "uk-unit-price",
    title: "The price of a unit in Great Britain",
    text: "The units are a kilogram, litre, metre, square metre, cubic metre or piece; smaller ones such as 100 g are no longer allowed.",
    source: {
      name: "Price Marking Order 2004, as amended by SI 2024/1055",
      url: "https://www.legislation.gov.uk/uksi/2024/1055",
    },
    area: "uk",
    since: "2026-04-06",
    onlyIf: "you sell goods by weight, volume, length or area",
    at: { path: "/admin/products", label: "Products" },
  },
  {
    id: "eu-parcel-duty",
    title: "Duty on small parcels to the EU",
    text: "Parcels from other countries worth up to €150 pay €3 for each category of goods, until 1 July 2028. Shoppers read this before they pay; declarations need the HS code and the country of origin of each product.",
    source: { name: "Council Regulation (EU) 2026/382", url: "http://data.europa.eu/eli/reg/2026/382/oj" },
    area: "eu",
    since: "2026-07-01",
    applies: ({ settings }) => !isInEu(settings.pricing.home.country),
    at: DUTIES,
  },
  {
    id: "us-parcel-duty",
    title: "Duty on all parcels to the United States",
    text: "Parcels from other countries pay duty at any value. Shoppers read this before they pay; declarations need the HS code and the country of origin of each product.",
    source: {
      name: "19 CFR 10.151 and 145.31, after Executive Orders 14324 and 14388",
      url: "https://www.ecfr.gov/current/title-19/section-10.151",
    },
    area: "US",
    since: "2025-08-29",
    applies: ({ settings }) => settings.pricing.home.country !== "US",
    at: DUTIES,
  },
  {
    id: "accessibility",
    title: "The accessibility statement",
    text: "The page Accessibility says how the shop meets the requirements. Providers with fewer than ten people and at most €2 million a year are exempt.",
    source: {
      name: "Directive (EU) 2019/882, article 13 and annex V",
      url: "http://data.europa.eu/eli/dir/2019/882/oj",
    },
    area: "eu",
    since: "2025-06-28",
    missing: ({ open }) => openPlaces(open.accessibility, "Accessibility"),
    at: { path: "/admin/page/accessibility", label: "Accessibility" },
  },
  {
    id: "packaging-in-germany",
    title: "Packaging register in Germany",
    text: "A shop that first sends packaging to consumers there must register with LUCID and take part in a collection system, since 12 August 2026 under the EU’s own regulation.",
    source: {
      name: "Regulation (EU) 2025/40, articles 44 and 45, with the Verpackungsrecht-Durchführungsgesetz",
      url: "http://data.europa.eu/eli/reg/2025/40/oj",
    },
    area: "DE",
    since: "2019-01-01",
    missing: registered("DE", "packaging", "There is no packaging register number for Germany"),
    at: SETTINGS,
  },
  {
    id: "packaging-in-france",
    title: "Packaging register in France",
    text: "Producers show their unique identification number in their terms or on their site.",
    source: {
      name: "Code de l’environnement, articles L541-10-13 and R541-173",
      url: "https://www.legifrance.gouv.fr/codes/id/LEGITEXT000006074220/",
    },
    area: "FR",
    since: "2022-01-01",
    missing: registered("FR", "packaging", "There is no packaging register number for France"),
    at: SETTINGS,
  },
  {
    id: "electrical-equipment-in-germany",
    title: "Electrical equipment register in Germany",
    text: "Offers and invoices show the WEEE number.",
    source: {
      name: "Elektro- und Elektronikgerätegesetz, section 6",
      url: "https://www.gesetze-im-internet.de/elektrog_2015/",
    },
    area: "DE",
    since: "2015-10-24",
    onlyIf: "you are the producer or importer of electrical equipment",
    missing: registered("DE", "electrical", "There is no WEEE number for Germany"),
    at: SETTINGS,
  },
  {
    id: "batteries",
    title: "Battery registers",
    text: "Producers register in every EU country where they sell batteries, also in appliances.",
    source: {
      name: "Regulation (EU) 2023/1542, article 55",
      url: "http://data.europa.eu/eli/reg/2023/1542/oj",
    },
    area: "eu",
    since: "2025-08-18",
    onlyIf: "you are the producer or importer of batteries",
    missing: ({ settings }) =>
      registrationsOf(settings).some(({ kind }) => kind === "batteries") ? [] : ["There is no battery register number"],
    at: SETTINGS,
  },
  {
    id: "product-liability",
    title: "Stricter liability for defective products",
    text: "For products that come on the market from this day on, a shop may be liable like a manufacturer if it cannot name a person responsible in the EU within a month.",
    source: { name: "Directive (EU) 2024/2853, article 8", url: "http://data.europa.eu/eli/dir/2024/2853/oj" },
    area: "eu",
    since: "2026-12-09",
  },
  {
    id: "removable-batteries",
    title: "Portable batteries that users can remove",
    text: "Products with portable batteries may be placed on the market only if users can remove and replace these.",
    source: {
      name: "Regulation (EU) 2023/1542, article 11",
      url: "http://data.europa.eu/eli/reg/2023/1542/oj",
    },
    area: "eu",
    since: "2027-02-18",
    onlyIf: "you sell products with batteries",
  },
  {
    id: "german-e-invoices",
    title: "Electronic invoices between German businesses",
    text: "Businesses with a turnover above €800,000 in the year before issue electronic invoices to other German businesses; a year later all do. Invoices to consumers are not concerned.",
    source: {
      name: "Umsatzsteuergesetz, sections 14 and 27(38)",
      url: "https://www.gesetze-im-internet.de/ustg_1980/",
    },
    area: "DE",
    since: "2027-01-01",
    onlyIf: "your business is in Germany and sells to businesses there",
    applies: ({ settings }) => settings.pricing.home.country === "DE",
  },
  {
    id: "french-e-reporting",
    title: "Electronic invoices and reports of sales in France",
    text: "Small and medium businesses in France issue electronic invoices and report their sales to consumers.",
    source: {
      name: "Code général des impôts, articles 289 bis and 290",
      url: "https://www.legifrance.gouv.fr/codes/id/LEGITEXT000006069577/",
    },
    area: "FR",
    since: "2027-09-01",
    onlyIf: "your business is in France",
    applies: ({ settings }) => settings.pricing.home.country === "FR",
  },
  {
    id: "us-delivery-times",
    title: "Delivery times in the United States",
    text: "A shop ships within the time that it states, or within 30 days if it states none, and otherwise asks the customer to agree to the delay.",
    source: { name: "16 CFR part 435", url: "https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-435" },
    area: "US",
    since: "2014-12-08",
    missing: ({ settings }) => unset(settings.deliveryTime, "The delivery time is the shipped sentence"),
    at: SETTINGS,
  },
  {
    id: "us-reviews",
    title: "No fake reviews in the United States",
    text: "Reviews must not be bought, made up or suppressed for being negative.",
    source: { name: "16 CFR part 465", url: "https://www.ecfr.gov/current/title-16/chapter-I/subchapter-D/part-465" },
    area: "US",
    since: "2024-10-21",
  },
]

/** A rule for one shop on one day */
export interface CalendarEntry extends Pick<LawRule, "id" | "title" | "text" | "source" | "since" | "onlyIf" | "at"> {
  state: "open" | "done" | "coming"
  /** What is empty, as sentences without their full stop */
  missing: string[]
}

/** Returns the rules for this shop that apply on the day, or will until the end of the next year. */
export function lawCalendar(facts: LawFacts, today: Day): CalendarEntry[] {
  const end = `${Number(today.slice(0, 4)) + 1}-12-31`
  return lawRules
    .filter((rule) => rule.since <= end && isServed(rule.area, facts.settings) && (rule.applies?.(facts) ?? true))
    .map(({ id, title, text, source, since, onlyIf, at, missing }) => {
      const lacks = missing?.(facts) ?? []
      const state = since > today ? "coming" : lacks.length > 0 ? "open" : "done"
      return { id, title, text, source, since, onlyIf, at, state, missing: lacks }
    })
}

/** Returns how many rules need attention that no other warning is about, and that surely concern the shop. */
export function countOpenRules(facts: LawFacts, today: Day): number {
  const others = new Set(lawRules.filter(({ isWarnedOf }) => isWarnedOf).map(({ id }) => id))
  const open = lawCalendar(facts, today).filter(({ state, onlyIf }) => state === "open" && onlyIf === undefined)
  return open.filter(({ id }) => !others.has(id)).length
}

/** A zone for the whole world means the country of the shop, and the area of its consumer law. */
function isServed(area: Area, settings: ShopSettings): boolean {
  const { pricing } = settings
  if (area === "eu" || area === "uk") return consumerLawsOf(pricing).includes(area)
  const { country: home } = pricing.home
  const isReached = (country: string) =>
    country === area || (country === "" && (home === area || (area !== "US" && consumerLawOf(home) !== null)))
  return namesCountry(settings, isReached)
}
