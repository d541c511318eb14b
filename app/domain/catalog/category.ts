export const categories = ["Electronics", "Footwear", "Clothing", "Gaming", "Kitchen", "Household"] as const

export type Category = (typeof categories)[number]
