import { type Facts, factLabels } from "~/domain/catalog/facts/facts"
import type { Variant } from "~/domain/catalog/variants/variant"
import type { ResponsiblePerson } from "~/domain/settings/responsible-persons"

export type FactsData = ReturnType<typeof factsData>

/** Formats a product's facts, and the codes of its only variant, in the terms of https://schema.org/Product. */
export function factsData(
  { brand, material, countryOfOrigin, warnings, own = [], ...facts }: Facts,
  only?: Pick<Variant, "sku" | "gtin" | "mpn">,
  responsible?: ResponsiblePerson,
) {
  const others = [
    ...(warnings ? [{ name: "Warnings", value: warnings }] : []),
    ...(responsible ? [{ name: factLabels.responsiblePerson, value: lineOf(responsible) }] : []),
    ...own,
  ]
  return {
    ...(only?.sku && { sku: only.sku }),
    ...(only?.gtin && { gtin: only.gtin }),
    ...(only?.mpn && { mpn: only.mpn }),
    ...(brand && { brand: { "@type": "Brand", name: brand } }),
    ...(material && { material }),
    ...(countryOfOrigin && { countryOfOrigin: { "@type": "Country", name: countryOfOrigin } }),
    ...(facts.manufacturer && { manufacturer: manufacturerData(facts) }),
    ...(others.length > 0 && {
      additionalProperty: others.map(({ name, value }) => ({ "@type": "PropertyValue", name, value })),
    }),
  }
}

/** schema.org has no property for the responsible person of Regulation (EU) 2023/988. */
function lineOf({ name, address, contact }: ResponsiblePerson): string {
  return [name, ...address.split("\n"), contact].join(", ")
}

function manufacturerData({ manufacturer, manufacturerAddress, manufacturerContact }: Facts) {
  const isWeb = manufacturerContact?.startsWith("http")
  return {
    "@type": "Organization",
    name: manufacturer,
    ...(manufacturerAddress && { address: manufacturerAddress }),
    ...(manufacturerContact && { [isWeb ? "url" : "email"]: manufacturerContact }),
  }
}
