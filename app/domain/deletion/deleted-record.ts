/** What can be deleted and brought back. */
export const deletableKinds = ["product", "order", "user", "review"] as const
export type DeletableKind = (typeof deletableKinds)[number]

export interface DeletedRecord {
  kind: DeletableKind
  id: string
}

/** What is said when it is back. */
export const restoredMessages: Record<DeletableKind, string> = {
  product: "Product has been restored",
  order: "Order has been restored",
  user: "User has been restored",
  review: "Review has been restored",
}
