import { describeMeasure, type Measure } from "../measures/measure"

/** The manufacturer's details: Regulation (EU) 2023/988, article 19 */
const factNames = [
  "brand",
  "material",
  "countryOfOrigin",
  /** Of the Harmonized System, for customs; shoppers do not see it. */
  "hsCode",
  "manufacturer",
  "manufacturerAddress",
  "manufacturerContact",
  /** The name of one of the settings' persons: Regulation (EU) 2023/988, article 16 */
  "responsiblePerson",
  "warnings",
  /** The reason why its purchase is exempt from withdrawal: Directive 2011/83/EU, article 16 */
  "withdrawalExemption",
] as const
export type FactName = (typeof factNames)[number]

export interface OwnFact {
  name: string
  value: string
}

export interface Facts extends Partial<Record<FactName, string>> {
  /** The owner's facts, in their order */
  own?: OwnFact[]
}

export const MAX_OWN_FACTS = 20

export const factLabels: Record<FactName, string> = {
  brand: "Brand",
  material: "Material",
  countryOfOrigin: "Country of origin",
  hsCode: "HS code",
  manufacturer: "Manufacturer",
  manufacturerAddress: "Manufacturer's postal address",
  manufacturerContact: "Manufacturer's email or web address",
  responsiblePerson: "Responsible person in the EU",
  warnings: "Warnings",
  withdrawalExemption: "No right of withdrawal",
}

/** Returns facts for people; codes and weight are the only variant's, and the person is the named one. */
export function factRows(
  facts: Facts,
  only?: Measure & { gtin: string | null; mpn: string | null; weightGrams: number | null },
  responsible?: { name: string; address: string; contact: string },
): OwnFact[] {
  const shown = responsible
    ? { ...facts, responsiblePerson: [responsible.name, responsible.address, responsible.contact].join("\n") }
    : facts
  const rows = [
    ...factNames
      .filter((name) => name !== "hsCode")
      .map((name) => ({ name: factLabels[name], value: shown[name] ?? "" })),
    { name: "Contents", value: (only && describeMeasure(only)) ?? "" },
    { name: "Weight", value: only?.weightGrams ? `${only.weightGrams} g` : "" },
    { name: "GTIN", value: only?.gtin ?? "" },
    { name: "Part number", value: only?.mpn ?? "" },
    ...(facts.own ?? []),
  ]
  return rows.filter(({ value }) => value !== "")
}

/** Facts as forms and files show them; the owner's own facts are lines such as `Height: 12 cm`. */
export type FactTexts = Record<FactName | "ownFacts", string>
export const factTextNames = [...factNames, "ownFacts"] as const satisfies (keyof FactTexts)[]

export function factTexts(facts: Facts): FactTexts {
  const texts = Object.fromEntries(factNames.map((name) => [name, facts[name] ?? ""])) as Record<FactName, string>
  return { ...texts, ownFacts: (facts.own ?? []).map(({ name, value }) => `${name}: ${value}`).join("\n") }
}

/** Returns the facts after a change of some texts; an empty text removes its fact. */
export function factsAfter(before: Facts, changes: Partial<FactTexts>): Facts {
  const texts = { ...factTexts(before), ...changes }
  const named = factNames.flatMap((name) => (texts[name] === "" ? [] : [[name, texts[name]]]))
  const own = ownFactsOf(texts.ownFacts)
  return { ...Object.fromEntries(named), ...(own.length > 0 && { own }) }
}

/** A line without a colon has no value. */
export function ownFactsOf(text: string): OwnFact[] {
  const lines = text.split("\n", 2 * MAX_OWN_FACTS + 1).filter((line) => line.trim() !== "")
  return lines.map((line) => {
    const colon = line.includes(":") ? line.indexOf(":") : line.length
    return { name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }
  })
}
