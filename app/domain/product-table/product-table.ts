export const LOW_STOCK = 5

export const INVENTORY_PER_PAGE = 10

/** A product's level is that of its variant with the fewest units. */
const stockLevels = ["out", "few", "plenty"] as const
export type StockLevel = (typeof stockLevels)[number]

export const stockChoices = [...stockLevels, "low"] as const

export const stockLevelNames: Record<(typeof stockChoices)[number], string> = {
  out: "Out of stock",
  few: `1 to ${LOW_STOCK} left`,
  plenty: `More than ${LOW_STOCK}`,
  low: `At most ${LOW_STOCK}`,
}
