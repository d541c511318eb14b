export const LOW_STOCK = 5

/** Of the stock of a product, which is the sum of its variants */
const stockLevels = ["out", "few", "plenty"] as const
export type StockLevel = (typeof stockLevels)[number]

/** `partly` and `low` are about the variants: some are sold out while others are not, some run out. */
export const stockChoices = [...stockLevels, "partly", "low"] as const

export const stockLevelNames: Record<(typeof stockChoices)[number], string> = {
  out: "Out of stock",
  few: `1 to ${LOW_STOCK} left`,
  plenty: `More than ${LOW_STOCK}`,
  partly: "Some versions sold out",
  low: `At most ${LOW_STOCK} of a version`,
}
