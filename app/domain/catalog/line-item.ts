export interface LineItem {
  /** The id of the variant, or of the product if it has no options */
  variantId: string
  quantity: number
}
