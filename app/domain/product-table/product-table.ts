export const LOW_STOCK = 5

/** Filters by the stock of a product, which is the sum of its variants */
const stockLevels = ["out", "few", "plenty"] as const
export type StockLevel = (typeof stockLevels)[number]

/** The others are about variants: only some are sold out, some are low, or some are sold without counting. */
export const stockChoices = [...stockLevels, "partly", "low", "uncounted"] as const

export const stockLevelNames: Record<(typeof stockChoices)[number], string> = {
  out: "Out of stock",
  few: `1 to ${LOW_STOCK} left`,
  plenty: `More than ${LOW_STOCK}`,
  partly: "Some versions sold out",
  low: `At most ${LOW_STOCK} of a version`,
  uncounted: "Not counted",
}
