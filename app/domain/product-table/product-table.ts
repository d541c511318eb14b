export const LOW_STOCK = 5

export const INVENTORY_PER_PAGE = 10

export const stockLevels = ["out", "few", "plenty"] as const
export type StockLevel = (typeof stockLevels)[number]

export const stockLevelNames: Record<StockLevel, string> = {
  out: "Out of stock",
  few: `1 to ${LOW_STOCK} left`,
  plenty: `More than ${LOW_STOCK}`,
}
