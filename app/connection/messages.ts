export const CONNECTION_LOST = "The connection is lost."
export const SHOP_UNAVAILABLE = "The shop is not responding."
export const SLOW_RESPONSE = "This is taking longer than usual."
