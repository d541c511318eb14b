/** The six categories of the shop, in the order in which they are always shown. */
export const categories = ["Electronics", "Footwear", "Clothing", "Gaming", "Kitchen", "Household"] as const

export type Category = (typeof categories)[number]
