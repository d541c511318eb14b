/** The consequences of deleting, shown before anything is deleted. */
export const consequences = {
  order:
    "It disappears from every list and from the income. Payment and stock stay as they are. You can undo this for 30 days.",
  product: "It disappears from the shop and from carts; past orders keep it. You can undo this for 30 days.",
  user: "They are signed out at once and cannot sign in again; their orders and reviews stay. You can undo this for 30 days.",
  review: "It disappears from its product, whose rating is recalculated. You can undo this for 30 days.",
} as const
