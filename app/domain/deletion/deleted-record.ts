export const deletableKinds = ["product", "category", "order", "user", "review"] as const
export type DeletableKind = (typeof deletableKinds)[number]

export interface DeletedRecord {
  kind: DeletableKind
  id: string
}

export const restoredMessages: Record<DeletableKind, string> = {
  product: "Product has been restored",
  category: "Category has been restored",
  order: "Order has been restored",
  user: "User has been restored",
  review: "Review has been restored",
}
