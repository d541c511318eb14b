import type { ProductOption } from "./variant"

/** Options that schema.org has a property for (https://schema.org/variesBy) */
const standardNames = {
  size: "size",
  colour: "color",
  color: "color",
  material: "material",
  pattern: "pattern",
} as const

type StandardAttribute = (typeof standardNames)[keyof typeof standardNames]

export interface VariantAttribute {
  name: string
  value: string
  standard: StandardAttribute | null
}

export function attributesOf(options: readonly ProductOption[], values: readonly string[]): VariantAttribute[] {
  const taken = new Set<string>()
  return options.map((option, place) => {
    const { name } = option
    const slug = values[place] ?? ""
    const value = option.values.find((value) => value.slug === slug)?.name ?? slug
    const known = standardName(name)
    const standard = known && !taken.has(known) ? known : null
    if (standard) taken.add(standard)
    return { name, value, standard }
  })
}

function standardName(option: string): StandardAttribute | null {
  const name = option.trim().toLowerCase()
  return Object.hasOwn(standardNames, name) ? standardNames[name as keyof typeof standardNames] : null
}
