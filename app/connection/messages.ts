export const CONNECTION_LOST = "The connection is lost."
export const SHOP_UNAVAILABLE = "The shop does not answer at the moment."
export const SLOW_RESPONSE = "This is taking longer than usual."
