/** See `app/domain/shipping/shipping-info.ts`. */
export interface StoredShippingInfo {
  address: string
  city: string
  state: string
  country: string
  pinCode: string
  phoneNo: string
}

export interface StoredShippingMethod {
  id: string
  name: string
  zone: string
  days: { from: number; to: number } | null
  pickup: { address: string; hours: string } | null
  standard?: number
}
