export interface LineItem {
  /** A product without options has one variant, which bears the product's id. */
  variantId: string
  quantity: number
}
