/** The units of law: https://eur-lex.europa.eu/eli/dir/1998/6, article 2(b) */
export type MeasureBase = "kg" | "l" | "m" | "m2" | "m3" | "piece"

/** Units of contents with their base, and how many of them the base has */
export const measureUnits = {
  g: { name: "g", base: "kg", inBase: 1_000 },
  kg: { name: "kg", base: "kg", inBase: 1 },
  ml: { name: "ml", base: "l", inBase: 1_000 },
  cl: { name: "cl", base: "l", inBase: 100 },
  l: { name: "l", base: "l", inBase: 1 },
  cm: { name: "cm", base: "m", inBase: 100 },
  m: { name: "m", base: "m", inBase: 1 },
  m2: { name: "m²", base: "m2", inBase: 1 },
  m3: { name: "m³", base: "m3", inBase: 1 },
  piece: { name: "piece", base: "piece", inBase: 1 },
} as const satisfies Record<string, { name: string; base: MeasureBase; inBase: number }>
export type MeasureUnit = keyof typeof measureUnits

export const measureUnitNames = Object.keys(measureUnits) as MeasureUnit[]

export const measureOptions = measureUnitNames.map((value) => ({
  value,
  label: value === "piece" ? "piece(s)" : measureUnits[value].name,
}))

/** The contents of one unit that is sold; both are null if they are not known. */
export interface Measure {
  /** Thousandths of the unit */
  measureAmount: number | null
  measureUnit: MeasureUnit | null
}

/** Thousandths; a million of any unit */
export const MAX_MEASURE = 1_000_000_000

/** Formats `750500` as `750.5`. */
export function measureText(thousandths: number): string {
  return String(thousandths / 1_000)
}

/** Formats contents such as `750 ml` or `6 pieces`; null if they are not known. */
export function describeMeasure({ measureAmount, measureUnit }: Measure): string | null {
  if (measureAmount === null || measureUnit === null) return null
  const isPlural = measureUnit === "piece" && measureAmount !== 1_000
  return `${measureText(measureAmount)} ${measureUnits[measureUnit].name}${isPlural ? "s" : ""}`
}

export const NO_AMOUNT = "Enter how much one contains, or clear its unit"
export const NO_UNIT = "Choose the unit of what one contains"

/** Returns why contents are incomplete, and the field at which to say so. */
export function measureRefusal({ measureAmount, measureUnit }: Measure): {
  field: keyof Measure
  message: string
} | null {
  if (measureAmount === null && measureUnit !== null) return { field: "measureAmount", message: NO_AMOUNT }
  if (measureAmount !== null && measureUnit === null) return { field: "measureUnit", message: NO_UNIT }
  return null
}
