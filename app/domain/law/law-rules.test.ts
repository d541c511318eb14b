import { describe, expect, test } from "vitest"
import { defaultRules } from "~/domain/pricing/rules"
import { emptySettings, type ShopSettings } from "~/domain/settings/settings"
import { countOpenRules, type LawFacts, lawCalendar, lawRules } from "./law-rules"

const [everywhere] = defaultRules.zones

interface Shop extends Partial<Omit<LawFacts, "settings">> {
  home?: string
  /** Countries that zones name; none: one zone for the whole world */
  to?: string[]
  settings?: Partial<ShopSettings>
}

const nothingOpen = { imprint: 0, accessibility: 0, privacy: 0, terms: 0, shipping: 0 }

function factsOf({ home = "DE", to, settings, ...facts }: Shop = {}): LawFacts {
  const places = to?.map((country) => ({ country, state: "", postcode: "" }))
  const zones = everywhere ? [{ ...everywhere, ...(places && { places }) }] : []
  const pricing = { ...defaultRules, home: { country: home, state: "", pinCode: "" }, zones }
  return {
    settings: { ...emptySettings, ...settings, pricing },
    open: nothingOpen,
    texts: "",
    unnamedMakers: 0,
    ...facts,
  }
}

const TODAY = "2026-11-28"
const entry = (id: string, shop: Shop, day = TODAY) => lawCalendar(factsOf(shop), day).find((one) => one.id === id)
const picture = { id: "n", key: "n", width: 1, height: 1 } as unknown as ShopSettings["notice"]
const filled = { address: "Weg 1", telephone: "+49 30 1", returnCosts: "customer" }

interface Case {
  /** A shop for which something is empty; absent if the rule asks for nothing */
  open?: Shop
  missing?: string[]
  /** A shop that has filled in everything */
  done: Shop
  /** A shop that the rule does not concern */
  not: Shop
}

const ohio = { home: "US", to: ["US"] }
const irish = { home: "IE", to: ["IE", "GB"] }

const cases: Record<string, Case> = {
  "withdrawal-instructions": {
    open: {},
    missing: ["The postal address is empty", "The telephone number is empty", "It is not decided who pays for returns"],
    done: { settings: filled },
    not: ohio,
  },
  "agreed-terms": {
    open: { open: { ...nothingOpen, terms: 1, shipping: 2 } },
    missing: ["The page Terms has places to fill in", "The page Shipping and returns has places to fill in"],
    done: {},
    not: ohio,
  },
  "withdrawal-in-the-eea": {
    open: { to: ["DE", "NO"], settings: { withdrawal: "eu" } },
    missing: ["The settings grant the right to addresses in the EU only"],
    done: { to: ["DE", "NO"] },
    not: { to: ["DE"] },
  },
  "withdrawal-function": { done: {}, not: ohio },
  "uk-cancellation": {
    open: { ...irish, settings: { ...filled, withdrawal: "eu" } },
    missing: ["The settings grant the right to addresses in the EU only"],
    done: { ...irish, settings: filled },
    not: { to: ["DE"] },
  },
  "legal-guarantee": {
    open: {},
    missing: ["The notice is not uploaded"],
    done: { settings: { notice: picture } },
    not: ohio,
  },
  manufacturer: {
    open: { unnamedMakers: 2 },
    missing: ["Products do not name their manufacturer"],
    done: {},
    not: ohio,
  },
  "responsible-person": {
    open: {},
    missing: ["No responsible person is entered"],
    done: { settings: { responsiblePersons: "EU Rep\nWeg 1\nrep@eu.example" } },
    not: ohio,
  },
  imprint: {
    open: { open: { ...nothingOpen, imprint: 1 } },
    missing: ["The page Imprint has places to fill in"],
    done: {},
    not: ohio,
  },
  privacy: {
    open: { open: { ...nothingOpen, privacy: 1 } },
    missing: ["The page Privacy has places to fill in"],
    done: {},
    not: ohio,
  },
  "dispute-platform": {
    open: { texts: "See [here](https://ec.europa.eu/consumers/odr)." },
    missing: ["The imprint or the terms link to it"],
    done: {},
    not: ohio,
  },
  "review-checks": { done: {}, not: ohio },
  "prior-price": { done: {}, not: ohio },
  "unit-price": { done: {}, not: ohio },
  "uk-unit-price": { done: irish, not: { to: ["DE"] } },
  "eu-parcel-duty": { done: { home: "GB", to: ["GB", "IE"] }, not: irish },
  "us-parcel-duty": { done: { to: ["DE", "US"] }, not: ohio },
  accessibility: {
    open: { open: { ...nothingOpen, accessibility: 3 } },
    missing: ["The page Accessibility has places to fill in"],
    done: {},
    not: ohio,
  },
  "packaging-in-germany": {
    open: {},
    missing: ["There is no packaging register number for Germany"],
    done: { settings: { registrations: "DE packaging: DE1" } },
    not: irish,
  },
  "packaging-in-france": {
    open: { to: ["DE", "FR"], settings: { registrations: "DE packaging: DE1" } },
    missing: ["There is no packaging register number for France"],
    done: { to: ["DE", "FR"], settings: { registrations: "FR packaging: FR1" } },
    not: irish,
  },
  "electrical-equipment-in-germany": {
    open: {},
    missing: ["There is no WEEE number for Germany"],
    done: { settings: { registrations: "DE electrical: DE1" } },
    not: irish,
  },
  batteries: {
    open: {},
    missing: ["There is no battery register number"],
    done: { settings: { registrations: "DE batteries: 1" } },
    not: ohio,
  },
  "product-liability": { done: {}, not: ohio },
  "removable-batteries": { done: {}, not: ohio },
  "german-e-invoices": { done: {}, not: { home: "AT", to: ["AT", "DE"] } },
  "french-e-reporting": { done: { home: "FR" }, not: { to: ["DE", "FR"] } },
  "us-delivery-times": {
    open: ohio,
    missing: ["The delivery time is the shipped sentence"],
    done: { ...ohio, settings: { deliveryTime: "2 days" } },
    not: { to: ["DE"] },
  },
  "us-reviews": { done: ohio, not: {} },
}

test("every rule has a case", () => {
  expect(Object.keys(cases).sort()).toEqual(lawRules.map(({ id }) => id).sort())
})

describe.each(lawRules.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const { open, missing = [], done, not } = cases[id] as Case

  test("names what is empty, and nothing once it is filled in", () => {
    if (open) expect(entry(id, open)).toMatchObject({ state: "open", missing })
    expect(open === undefined).toBe(rule.missing === undefined)
    expect(entry(id, done)).toMatchObject({ state: rule.since > TODAY ? "coming" : "done", missing: [] })
  })

  test("concerns no other shop, nor one as delivered", () => {
    expect(entry(id, not)).toBeUndefined()
    expect(entry(id, { home: "" })).toBeUndefined()
  })

  test("begins on its day, and is announced in the year before", () => {
    const year = Number(rule.since.slice(0, 4))
    expect(entry(id, done, rule.since)?.state).toBe("done")
    expect(entry(id, done, `${year - 1}-01-01`)?.state).toBe("coming")
    expect(entry(id, done, `${year - 2}-12-31`)).toBeUndefined()
  })

  test("has a source, and a place to fill in what it asks for", () => {
    expect(rule.source.url).toMatch(/^https?:\/\/\S+$/)
    expect(rule.since).toMatch(/^\d{4}-\d\d-\d\d$/)
    if (rule.missing) expect(rule.at?.path).toMatch(/^\/admin\//)
  })
})

test("Attention counts rules that surely concern the shop and that no other warning is about", () => {
  const open = { ...nothingOpen, imprint: 1 }
  expect(countOpenRules(factsOf({ open, unnamedMakers: 1, to: ["DE"] }), TODAY)).toBe(2)
  expect(
    countOpenRules(factsOf({ to: ["DE"], settings: { ...filled, registrations: "DE packaging: 1" } }), TODAY),
  ).toBe(0)
  expect(countOpenRules(factsOf({ home: "" }), TODAY)).toBe(0)
})
