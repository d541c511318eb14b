import type { RequestOrigin, Shop } from "~/domain/shop"

interface RequestParts {
  origin: RequestOrigin
  log?: Shop["log"]
}

/** Its transactions have the same additions. */
export function shopOfRequest(shop: Shop, { origin, log = shop.log }: RequestParts): Shop {
  return { ...shop, origin, log, transaction: (work) => shop.transaction((tx) => work({ ...tx, origin, log })) }
}
