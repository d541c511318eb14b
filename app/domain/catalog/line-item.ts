export interface LineItem {
  /** What is sold and counted: a product without options has one variant, which bears the product's id. */
  variantId: string
  quantity: number
}
