export interface LineItem {
  /** The product's id, if it has no options */
  variantId: string
  quantity: number
}
