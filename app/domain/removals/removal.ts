/** What can be deleted and brought back. */
export const removalKinds = ["product", "order", "user", "review"] as const
export type RemovalKind = (typeof removalKinds)[number]

export interface Removal {
  kind: RemovalKind
  id: string
}

/** What is said when it is back. */
export const restoredWords: Record<RemovalKind, string> = {
  product: "Product has been restored",
  order: "Order has been restored",
  user: "User has been restored",
  review: "Review has been restored",
}
